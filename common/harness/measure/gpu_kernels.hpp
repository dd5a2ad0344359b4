/// \file
/// Kernels that the harness measures with. They are there if SCANLAB_GPU_KERNELS is defined, as it is
/// in CMake's build for a GPU.
#pragma once

#include "scanlab/lesson.hpp"

#include <cstddef>

namespace scanlab {

/// Starts a copy of a call's input to its output, n > 0 elements, as fast as the kit can do it.
void start_best_copy(const Problem& call);

/// Starts reading `bytes` (a multiple of 16) of memory, so that the cache holds nothing else, and
/// nothing that has yet to be written back.
void start_reading(const void* memory, std::size_t bytes, cudaStream_t stream);

} // namespace scanlab
