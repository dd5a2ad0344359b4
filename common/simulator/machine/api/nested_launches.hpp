/// \file
/// Launches by kernels (dynamic parallelism): they run after the grid that has launched them, before
/// the host's next launch.
#pragma once

#include "scanlab_sim/core.hpp"

#include <cuda_runtime_api.h>

namespace scanlab::sim::nested {

/// The running thread launches a grid.
void launch(const Launch& launch, void (*body)(void*), const void* context, std::size_t bytes);

/// What a kernel may ask of the runtime API.
cudaError_t create_stream(cudaStream_t* stream, unsigned flags);
/// From the device's heap, as malloc() in a kernel.
cudaError_t allocate(void** pointer, std::size_t bytes, const void* site);
cudaError_t free(void* pointer, const void* site);
[[noreturn]] void stop_waiting_for_children(const void* pc);

} // namespace scanlab::sim::nested
