#include "machine/memory/device_variables.hpp"

#include "machine/memory/devices.hpp"
#include "machine/memory/memory.hpp"
#include "machine/memory/plain_memory.hpp"
#include "machine/memory/registry.hpp"
#include "platform/platform.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <string_view>
#include <vector>

namespace scanlab::sim {

DeviceVariableRange device_variable_range;
std::size_t registered_count = 0;

namespace {

/// In the order of their addresses. (A function, since programs announce theirs before main.)
std::vector<DeviceVariable>& variables() {
    static std::vector<DeviceVariable> all;
    return all;
}

std::map<std::uintptr_t, DeviceConstant>& constants() {
    static std::map<std::uintptr_t, DeviceConstant> all;
    return all;
}
std::map<std::uintptr_t, std::string>& functions_taken_on_host() {
    static std::map<std::uintptr_t, std::string> all;
    return all;
}

std::size_t distance(const DeviceVariable& v, std::uintptr_t address) {
    if (address < v.begin) return v.begin - address;
    return address < v.begin + v.bytes ? 0 : address - (v.begin + v.bytes) + 1;
}

// --- those of several devices
// -------------------------------------------------------------------------

int shown = 0; ///< whose variables are there

/// What the others' hold, of each device.
std::vector<std::vector<char>>& hidden() {
    static auto& contents =
        *new std::vector<std::vector<char>>(static_cast<std::size_t>(devices::count()));
    return contents;
}

/// Calls visit(variable) for those of which each device has its own.
template <class Visit>
void for_each_own(Visit visit) {
    for (const DeviceVariable& v : variables())
        if (!v.is_managed && !platform::is_constant(v.begin)) visit(v);
}

std::vector<char> contents() {
    std::vector<char> all;
    for_each_own([&](const DeviceVariable& v) {
        const auto* const begin = reinterpret_cast<const char*>(v.begin);
        all.insert(all.end(), begin, begin + v.bytes);
    });
    return all;
}

void put_back(const std::vector<char>& contents) {
    const char* next = contents.data();
    for_each_own([&](const DeviceVariable& v) {
        std::memcpy(reinterpret_cast<void*>(v.begin), next, v.bytes);
        next += v.bytes;
    });
}

} // namespace

void show_variables_of(int device) {
    if (device == shown || device == devices::host || variables().empty()) return;
    hidden()[static_cast<std::size_t>(shown)] = contents();
    put_back(hidden()[static_cast<std::size_t>(device)]);
    shown = device;
}

int owner_of_variable(std::uintptr_t address) {
    if (shown == 0) return 0;
    const DeviceVariable* const variable = device_variable_at(address, 1);
    return variable && variable->is_managed ? 0 : shown;
}

void add_device_variables(const DeviceVariableEntry* entries, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const DeviceVariableEntry& e = entries[i];
        const auto begin = reinterpret_cast<std::uintptr_t>(e.begin);
        const std::string_view qualifier = e.qualifier;
        const bool is_table = qualifier == "virtual";
        if (qualifier == "value") {
            add_device_constant(e.begin, e.bytes, platform::demangled(e.symbol));
            continue;
        }
        if (qualifier == "host_function") {
            functions_taken_on_host().emplace(begin, platform::demangled(e.symbol));
            continue;
        }
        variables().push_back({begin, e.bytes, platform::demangled(e.symbol), qualifier == "managed",
                               qualifier == "constant" || is_table, is_table});
        if (variables().back().is_managed) registry().add(e.begin, cudaMemoryTypeManaged, e.bytes, 0);
        device_variable_range.begin = std::min(device_variable_range.begin, begin);
        device_variable_range.end = std::max(device_variable_range.end, begin + e.bytes);
    }
    plain_memory::begins_behind(device_variable_range.end);
    std::ranges::sort(variables(), {}, &DeviceVariable::begin);
    if (devices::count() > 1) hidden().assign(hidden().size(), contents()); // what all hold at first
}

bool register_memory(const void* memory, std::size_t bytes, const void* site) {
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    auto& all = variables();
    const auto after = std::ranges::lower_bound(all, begin + bytes, {}, &DeviceVariable::begin);
    if (after != all.begin() && std::prev(after)->begin + std::prev(after)->bytes > begin) return false;
    all.insert(after, {begin, bytes, "", true, false, false, site});
    ++registered_count;
    plain_memory::look_at_all(plain_memory::Reason::registered, true);
    return true;
}

bool unregister_memory(const void* memory) {
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    const auto is_meant = [=](const DeviceVariable& v) { return v.begin == begin && v.registered_at; };
    const auto ended = std::erase_if(variables(), is_meant);
    registered_count -= ended;
    plain_memory::look_at_all(plain_memory::Reason::registered, registered_count > 0);
    return ended != 0;
}

bool lies_in_registered_memory(std::uintptr_t address) {
    const DeviceVariable* const variable = device_variable_at(address, 1);
    return variable && variable->registered_at;
}

std::size_t bytes_of_device_variables() {
    std::size_t bytes = 0;
    for (const DeviceVariable& v : variables())
        if (!v.is_constant) bytes += v.bytes;
    return bytes;
}

const DeviceVariable* device_variable_at(std::uintptr_t address, std::size_t bytes) {
    const auto& all = variables();
    const auto after =
        std::upper_bound(all.begin(), all.end(), address,
                         [](std::uintptr_t a, const DeviceVariable& v) { return a < v.begin; });
    if (after == all.begin()) return nullptr;
    const DeviceVariable& v = *std::prev(after);
    return address + bytes <= v.begin + v.bytes ? &v : nullptr;
}

void add_device_constant(const void* begin, std::size_t bytes, std::string name) {
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    constants().insert_or_assign(address, DeviceConstant{address, bytes, std::move(name)});
}

const DeviceConstant* device_constant_at(std::uintptr_t address, std::size_t bytes) {
    const auto after = constants().upper_bound(address);
    if (after == constants().begin()) return nullptr;
    const DeviceConstant& c = std::prev(after)->second;
    return address + bytes <= c.begin + c.bytes ? &c : nullptr;
}

const std::string* function_taken_on_host(std::uintptr_t address) {
    const auto at = functions_taken_on_host().find(address);
    return at == functions_taken_on_host().end() ? nullptr : &at->second;
}

bool is_array_of_device(std::uintptr_t address) {
    constexpr std::size_t few = 256;
    if (memory::is_device_address(reinterpret_cast<const void*>(address))) return true;
    const DeviceVariable* const variable =
        may_be_device_variable(address) ? device_variable_at(address, 1) : nullptr;
    return variable && !variable->is_constant && variable->bytes > few;
}

const DeviceVariable* nearest_device_variable(std::uintptr_t address) {
    constexpr std::size_t near = 4096;
    const auto& all = variables();
    const DeviceVariable* nearest = nullptr;
    for (const DeviceVariable& v : all)
        if (!v.is_table && (!nearest || distance(v, address) < distance(*nearest, address)))
            nearest = &v;
    return !nearest || distance(*nearest, address) > near ? nullptr : nearest;
}

} // namespace scanlab::sim
