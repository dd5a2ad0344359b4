#include "device_variables.hpp"

#include "platform/platform.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace scanlab::sim {

DeviceVariableRange device_variable_range;

namespace {

/// In the order of their addresses. (A function, since programs announce theirs before main.)
std::vector<DeviceVariable>& variables() {
    static std::vector<DeviceVariable> all;
    return all;
}

std::size_t distance(const DeviceVariable& v, std::uintptr_t address) {
    if (address < v.begin) return v.begin - address;
    return address < v.begin + v.bytes ? 0 : address - (v.begin + v.bytes) + 1;
}

} // namespace

void add_device_variables(const DeviceVariableEntry* entries, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const DeviceVariableEntry& e = entries[i];
        const auto begin = reinterpret_cast<std::uintptr_t>(e.begin);
        const std::string_view qualifier = e.qualifier;
        variables().push_back({begin, e.bytes, platform::demangled(e.symbol), qualifier == "managed"});
        device_variable_range.begin = std::min(device_variable_range.begin, begin);
        device_variable_range.end = std::max(device_variable_range.end, begin + e.bytes);
    }
    std::ranges::sort(variables(), {}, &DeviceVariable::begin);
}

const DeviceVariable* device_variable_at(std::uintptr_t address, std::size_t bytes) {
    const auto& all = variables();
    const auto after = std::upper_bound(all.begin(), all.end(), address,
                                        [](std::uintptr_t a, const DeviceVariable& v) { return a < v.begin; });
    if (after == all.begin()) return nullptr;
    const DeviceVariable& v = *std::prev(after);
    return address + bytes <= v.begin + v.bytes ? &v : nullptr;
}

const DeviceVariable* nearest_device_variable(std::uintptr_t address) {
    constexpr std::size_t near = 4096;
    const auto& all = variables();
    const auto nearest = std::min_element(all.begin(), all.end(), [&](const DeviceVariable& a, const DeviceVariable& b) {
        return distance(a, address) < distance(b, address);
    });
    return nearest == all.end() || distance(*nearest, address) > near ? nullptr : &*nearest;
}

} // namespace scanlab::sim
