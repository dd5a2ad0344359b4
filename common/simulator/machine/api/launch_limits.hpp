/// \file
/// Which launches CUDA would refuse.
#pragma once

#include "scanlab_sim/core.hpp"

#include <cstddef>
#include <cstdint>

namespace scanlab::sim {

/// cudaFuncSetAttribute(…MaxDynamicSharedMemorySize…): the kernel's launches may use up to this much,
/// be it more or less than others may.
void allow_dynamic_shared(const void* kernel, std::size_t bytes);
std::size_t allowed_dynamic_shared(const void* kernel);
/// Threads per block, at most: what `__launch_bounds__` say, or the device.
int allowed_threads(const void* kernel);

/// Whether CUDA would carry the launch out. If not, tells the user why, and returns the error that CUDA
/// gives (a cudaError_t); else 0, and `resident` says how many blocks run at a time.
int check_launch(const Launch& launch, int& resident);

} // namespace scanlab::sim
