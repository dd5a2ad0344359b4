/// \file
/// Launches by kernels (dynamic parallelism): they run after the grid that has launched them, before
/// the host's next launch.
#pragma once

#include "scanlab_sim/core.hpp"

#include <cuda_runtime_api.h>

namespace scanlab::sim::nested {

/// The running thread launches a grid.
void launch(const Launch& launch, void (*body)(void*), const void* context, std::size_t bytes);

// Of the scheduler: how many grids there are above the one that runs, and what is to run after it, or
// after all others.
int depth();
void add_child(const Launch& launch, int places, void (*body)(void*), const void* context,
               std::size_t bytes, bool is_tail);

/// What a kernel may ask of the runtime API.
cudaError_t create_stream(cudaStream_t* stream, unsigned flags);
/// From the device's heap, as malloc() in a kernel.
cudaError_t allocate(void** pointer, std::size_t bytes, const void* site);
cudaError_t free(void* pointer, const void* site);
[[noreturn]] void stop_waiting_for_children(const void* pc);

} // namespace scanlab::sim::nested
