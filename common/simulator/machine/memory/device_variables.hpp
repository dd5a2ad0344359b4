/// \file
/// The variables that the program declares __device__, __constant__ or __managed__, and its memory that
/// it has registered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace scanlab::sim {

struct DeviceVariable {
    std::uintptr_t begin;
    std::size_t bytes;
    std::string name; ///< as the program spells it
    bool is_managed;  ///< the host reaches it, too
    bool is_constant; ///< declared __constant__, or a table of virtual functions
    bool is_table;    ///< of virtual functions
    const void* registered_at =
        nullptr; ///< of the host's memory that kernels reach: the call of cudaHostRegister()
};

/// One of them, as the program's own table has it (compile/hooks/device_variables.cpp).
struct DeviceVariableEntry {
    const void* begin;
    std::size_t bytes;
    const char* symbol;
    const char* qualifier; ///< "device", "constant", "managed" or a Belonging's
};
void add_device_variables(const DeviceVariableEntry* entries, std::size_t count);

/// Memory of the host's that all devices reach from now on; false if they reach some of it already.
bool register_memory(const void* begin, std::size_t bytes, const void* site);
/// False if none begins there.
bool unregister_memory(const void* begin);
/// How many pieces are.
extern std::size_t registered_count;
bool lies_in_registered_memory(std::uintptr_t address);
inline bool is_registered(std::uintptr_t address) {
    return registered_count > 0 && lies_in_registered_memory(address);
}

/// Each device has variables of its own, at the same addresses: these are there from now on. Managed
/// ones are the same for all.
void show_variables_of(int device);
/// Whose variable it is that is there now: 0 for a managed one.
int owner_of_variable(std::uintptr_t address);

/// The other constants that device code names: string literals, tables. The host's are others.
struct DeviceConstant {
    std::uintptr_t begin;
    std::size_t bytes;
    std::string name; ///< as the program spells it; of a string literal, a description
};
/// The one that holds all these bytes, or null.
const DeviceConstant* device_constant_at(std::uintptr_t address, std::size_t bytes);
/// Texts of the runtime's that device code gets, too.
void add_device_constant(const void* begin, std::size_t bytes, std::string name);

/// The `__device__` function that the address, which the host has taken, leads to; null if it is no
/// such address.
const std::string* function_taken_on_host(std::uintptr_t address);

/// How large all are together that kernels can write.
std::size_t bytes_of_device_variables();

/// The variable that holds all these bytes, or null.
const DeviceVariable* device_variable_at(std::uintptr_t address, std::size_t bytes);
/// The variable that holds the address, or the nearest one; null if there is none within a page.
const DeviceVariable* nearest_device_variable(std::uintptr_t address);

/// Where those lie that the program declares.
struct DeviceVariableRange {
    std::uintptr_t begin = ~std::uintptr_t{0}, end = 0;
};
extern DeviceVariableRange device_variable_range;
inline bool may_be_device_variable(std::uintptr_t address) {
    return (address >= device_variable_range.begin && address < device_variable_range.end) ||
           is_registered(address);
}

/// Device memory, or a variable that is more than a few counters: constants are cached.
bool is_array_of_device(std::uintptr_t address);

/// threadIdx and the like, which are registers on a GPU. (Clang reports that they are read, GCC does
/// not.)
inline bool is_builtin_variable(std::uintptr_t address) {
    const auto lies_in = [&](const auto& variable) {
        return address - reinterpret_cast<std::uintptr_t>(&variable) < sizeof variable;
    };
    return lies_in(threadIdx) || lies_in(blockIdx) || lies_in(blockDim) || lies_in(gridDim);
}

} // namespace scanlab::sim
