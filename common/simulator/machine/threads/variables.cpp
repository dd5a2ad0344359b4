#include "machine/threads/variables.hpp"

#include "findings/source_lines.hpp"
#include "findings/source_text.hpp"
#include "findings/wording.hpp"
#include "machine/memory/device_variables.hpp"
#include "machine/memory/memory.hpp"
#include "machine/memory/memory_text.hpp"
#include "platform/platform.hpp"

#include <algorithm>
#include <string_view>

namespace scanlab::sim {

namespace {

/// "scan" of "algorithms::scan<256>"
std::string bare_name(std::string_view kernel) {
    const std::string_view name = kernel.substr(0, kernel.find('<'));
    const std::size_t colons = name.rfind("::");
    std::string bare(colons == std::string_view::npos ? name : name.substr(colons + 2));
    while (!bare.empty() && bare.back() == ' ') bare.pop_back();
    return bare;
}

// --- device memory ----------------------------------------------------------------------------------

/// The pointer of the running kernel that leads to the address most likely: the last one before it.
/// None if the host or a copy looks there.
const KernelArgument* likely_argument(const memory::Allocation& allocation, std::uintptr_t address) {
    if (!now.is_launching) return nullptr;
    const Launch& launch = current_launch();
    const KernelArgument* best = nullptr;
    for (std::size_t i = 0; i < launch.argument_count; ++i) {
        const KernelArgument& argument = launch.arguments[i];
        if (argument.address < allocation.begin ||
            argument.address > allocation.begin + allocation.bytes)
            continue;
        if (!best || (argument.address <= address && argument.address >= best->address) ||
            best->address > address)
            best = &argument;
    }
    return best;
}

std::string name_of_argument(const Launch& launch, const KernelArgument& argument, const void* pc) {
    return parameter_name(launch.kernel, static_cast<std::size_t>(&argument - launch.arguments),
                          {launch.config->file, source_line(pc).file});
}

Variable variable_in(const memory::Allocation& allocation, const char* kind, std::uintptr_t address,
                     std::size_t bytes, const void* pc) {
    const std::uintptr_t end = allocation.begin + allocation.bytes;
    if (const KernelArgument* argument = likely_argument(allocation, address))
        return Variable{name_of_argument(current_launch(), *argument, pc), kind, argument->address,
                        end - argument->address,
                        argument->element_bytes ? argument->element_bytes : bytes};
    const std::string variable = variable_of(allocation);
    return Variable{variable.empty() ? allocation_name(allocation) : variable,
                    kind,
                    allocation.begin,
                    allocation.bytes,
                    bytes,
                    0,
                    variable.empty()};
}

std::optional<Variable> global_variable(std::uintptr_t address, std::size_t bytes, const void* pc) {
    const auto allocation = memory::nearest(reinterpret_cast<const void*>(address));
    if (!allocation) return std::nullopt;
    return variable_in(*allocation, "global", address, bytes, pc);
}

// --- shared memory ----------------------------------------------------------------------------------

std::uintptr_t distance(const SharedVariable& v, std::uintptr_t address) {
    if (address < v.begin) return v.begin - address;
    return address < v.begin + v.bytes ? 0 : address - (v.begin + v.bytes) + 1;
}

std::optional<Variable> shared_variable_at(std::uintptr_t address, std::size_t bytes,
                                           const Block& block) {
    const SharedVariable* best = nullptr;
    for (const SharedVariable& v : block.shared_variables)
        if (!best || distance(v, address) < distance(*best, address)) best = &v;
    if (!best) return std::nullopt;
    const SharedDeclaration& d = *best->declaration;
    return Variable{d.name,      d.is_dynamic ? "dynamic shared" : "shared", best->begin,
                    best->bytes, d.element_bytes ? d.element_bytes : bytes,  d.row};
}

// --- variables of the program itself ----------------------------------------------------------------

std::optional<Variable> device_variable(std::uintptr_t address, std::size_t bytes, const void* pc) {
    if (const DeviceConstant* const c = device_constant_at(address, 1))
        return Variable{bare_name(c->name), "constant", c->begin, c->bytes, std::min(bytes, c->bytes)};
    const DeviceVariable* const v = nearest_device_variable(address);
    if (!v) return std::nullopt;
    if (address < v->begin ||
        address >= v->begin + v->bytes) // another variable's address is no way past the end of this one
        if (const auto other = platform::symbol_at(address);
            other && other->bytes > 0 && !device_variable_at(address, 1))
            return std::nullopt;
    if (v->registered_at)
        return variable_in({v->begin, v->bytes, true, v->registered_at}, "registered", address, bytes,
                           pc);
    return Variable{bare_name(v->name), "__device__", v->begin, v->bytes, std::min(bytes, v->bytes)};
}

} // namespace

std::string parameter_name(std::string_view kernel, std::size_t i,
                           const std::vector<std::string>& files) {
    const auto names = parameter_names(bare_name(kernel), files);
    return i < names.size() ? names[i] : "argument " + std::to_string(i + 1);
}

long long Variable::index_of(std::uintptr_t address) const {
    const auto offset = static_cast<long long>(static_cast<std::ptrdiff_t>(address - begin)),
               size = static_cast<long long>(element_bytes);
    return offset >= 0 ? offset / size : -((-offset + size - 1) / size);
}

std::string Variable::element(std::uintptr_t address) const {
    const long long i = index_of(address);
    if (is_described) return "element " + std::to_string(i) + " of " + name;
    if (bytes == element_bytes && i == 0) return quoted(name);
    if (row > 0 && i >= 0) {
        const auto columns = static_cast<long long>(row);
        return quoted(name + "[" + std::to_string(i / columns) + "][" + std::to_string(i % columns) +
                      "]");
    }
    return quoted(name + "[" + std::to_string(i) + "]");
}

std::optional<Variable> variable_at(std::uintptr_t address, std::size_t bytes, const Thread& thread,
                                    const void* pc) {
    const Block& block = *thread.warp->block;
    if (memory::is_device_address(reinterpret_cast<const void*>(address)))
        return global_variable(address, bytes, pc);
    if (block.has_shared(address)) return shared_variable_at(address, bytes, block);
    return device_variable(address, bytes, pc);
}

std::optional<Variable> host_array_at(std::uintptr_t address, std::size_t bytes, const void* pc) {
    const Launch& launch = current_launch();
    const KernelArgument* best = nullptr;
    for (std::size_t i = 0; i < launch.argument_count; ++i) {
        const KernelArgument& argument = launch.arguments[i];
        const auto* const pointer = reinterpret_cast<const void*>(argument.address);
        const bool may_lead_there = argument.address <= address &&
                                    !memory::is_device_address(pointer) &&
                                    platform::is_mapped(pointer, 1);
        if (may_lead_there && (!best || argument.address > best->address)) best = &argument;
    }
    if (!best) return std::nullopt;
    return Variable{name_of_argument(launch, *best, pc), "host", best->address,
                    0, // nobody knows where it ends
                    best->element_bytes ? best->element_bytes : bytes};
}

std::string distance_outside(const Variable& v, std::uintptr_t address, std::size_t bytes) {
    const auto counted = [](std::uintptr_t n) {
        return std::to_string(n) + (n == 1 ? " byte" : " bytes");
    };
    if (address < v.begin) return "is " + counted(v.begin - address) + " before its start";
    const std::uintptr_t end = v.begin + v.bytes;
    if (address >= end)
        return address == end ? "is just past its end"
                              : "is " + counted(address - end) + " past its end";
    return "reaches " + counted(address + bytes - end) + " past its end";
}

} // namespace scanlab::sim
