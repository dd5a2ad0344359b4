/// \file
/// Which variable an address belongs to, in the user's words.
#pragma once

#include "machine/threads/scheduler.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab::sim {

/// An array or a variable that a kernel can reach.
struct Variable {
    std::string name;
    std::string kind; ///< "shared", "dynamic shared", "global", "__device__" or "constant"
    std::uintptr_t begin;
    std::size_t bytes; ///< from there to its end
    std::size_t element_bytes;
    std::size_t row = 0;       ///< elements per row, of an array of arrays
    bool is_described = false; ///< the name is none, but says where the memory was allocated

    /// Index of the element that the address lies in; may lie outside.
    long long index_of(std::uintptr_t address) const;
    /// "`sums[17]`", "`tile[3][4]`", or the name alone if there is one element.
    std::string element(std::uintptr_t address) const;
    bool contains(std::uintptr_t address, std::size_t size) const {
        return address >= begin && address + size <= begin + bytes;
    }
};

/// The name of the kernel's parameter number i, from 0 on, as one of the files defines it, or
/// "argument 2".
std::string parameter_name(std::string_view kernel, std::size_t i,
                           const std::vector<std::string>& files);

/// The variable at an address that the thread accesses, or, if it lies in none, the nearest one of the
/// same memory. `bytes` is the size of the access, made at `pc`: that of an element, where nothing else
/// is known.
std::optional<Variable> variable_at(std::uintptr_t address, std::size_t bytes, const Thread& thread,
                                    const void* pc);

/// The host's array that a parameter of the running kernel leads to, if the address may be reached by
/// it.
std::optional<Variable> host_array_at(std::uintptr_t address, std::size_t bytes, const void* pc);

/// "is 17 bytes past its end", "is 4 bytes before its start"
std::string distance_outside(const Variable& variable, std::uintptr_t address, std::size_t bytes);

} // namespace scanlab::sim
