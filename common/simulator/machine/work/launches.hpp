/// \file
/// Launches as work: a grid has a scheduler while it is under way, and is followed by those that its
/// kernel has launched.
#pragma once

#include "scanlab_sim/core.hpp"

#include <cstddef>

namespace scanlab::sim {
struct Thread;
}

namespace scanlab::sim::launches {

/// By the host: work in its stream, for so many blocks at a time.
void submit(const Launch& launch, int places, void (*body)(void*), const void* context,
            std::size_t bytes, const void* library_call);

/// How many grids there are above the one that runs.
int depth();
/// By a thread of the kernel that runs: runs after its grid or, if `is_tail`, after all others of it.
void add_child(Thread& by, const Launch& launch, int places, void (*body)(void*), const void* context,
               std::size_t bytes, bool is_tail);

} // namespace scanlab::sim::launches
