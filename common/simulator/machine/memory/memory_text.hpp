/// \file
/// Allocations in the user's words.
#pragma once

#include "machine/memory/memory.hpp"

#include <string>

namespace scanlab::sim {

/// The variable whose address the allocating call was given, such as "d_in"; empty if unknown.
std::string variable_of(const memory::Allocation& allocation);

/// "d_in", or else "the allocation of 4096 bytes at scan.cu:12".
std::string allocation_name(const memory::Allocation& allocation);

/// "4096 bytes", "1 byte"
std::string bytes_text(std::size_t bytes);

} // namespace scanlab::sim
