/// \file
/// Results of kernels that never reach the host: the likely cause if a program ends with an exit code
/// that says it is wrong, and nothing else was found. And output of kernels that the program does not
/// wait for.
#pragma once

#include "machine/memory/memory.hpp"
#include "watch/races/access.hpp"

namespace scanlab::sim::lost_results {

/// A place in a kernel accesses the allocation, or does so again after others.
void note_access(const memory::Allocation& allocation, const Access& access);

} // namespace scanlab::sim::lost_results
