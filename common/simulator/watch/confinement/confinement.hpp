/// \file
/// What the code of a judged program may touch and call: its variables, what it has allocated, what it
/// was given, the variables on its stacks whose addresses go round, and its functions. Return
/// addresses, other frames and everything else of the process are out of its reach.
#pragma once

#include <cstddef>
#include <cstdint>

namespace scanlab::sim::confinement {

extern bool is_judged; ///< whether the program is

/// Ends the program unless its host code may do this.
void require_on_host(std::uintptr_t address, std::size_t bytes, bool write, const void* pc);

/// The same of a block's length, to which no address may be added that would wrap around.
void require_length(std::size_t bytes, const void* pc);

/// Whether it is one of the running thread's variables.
bool is_object_of_thread(std::uintptr_t address, std::size_t bytes);

} // namespace scanlab::sim::confinement
