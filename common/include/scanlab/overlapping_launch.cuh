/// \file
/// Launches that overlap: a kernel may begin while the previous one in the stream still runs, as far as
/// there is room ("programmatic dependent launch", compute capability 9.0). What it does before it
/// needs that kernel's results then takes no time of its own. On other GPUs it begins as usual.
#pragma once

#include "device_attribute.cuh"

#include <cuda_runtime.h>

#include <cstddef>

#if defined(SCANLAB_SIMULATOR) || __CUDA_ARCH__ >= 900
#define SCANLAB_OVERLAPPING_LAUNCHES
#endif

namespace scanlab {

/// From now on the next kernel of the stream may begin.
__device__ inline void let_next_kernel_begin() {
#ifdef SCANLAB_OVERLAPPING_LAUNCHES
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/// Waits until the earlier kernels of the stream have ended; from then on it sees what they have
/// written. It has to come before the first access to memory that they also use.
__device__ inline void wait_for_kernels_before() {
#ifdef SCANLAB_OVERLAPPING_LAUNCHES
    cudaGridDependencySynchronize();
#endif
}

struct LaunchShape {
    int blocks, threads;
    std::size_t shared_bytes = 0; ///< of dynamic shared memory
    bool resident = false;        ///< fail unless all blocks can run at once ("cooperative")
};

/// Launches a kernel that may begin before earlier ones have ended. It has to call
/// wait_for_kernels_before(). Returns the launch's error. As after <<<>>>, cudaGetLastError() returns
/// it, too: there the harness looks after each call.
template <class... Parameters, class... Arguments>
cudaError_t launch_overlapping(void (*kernel)(Parameters...), const LaunchShape& shape,
                               cudaStream_t stream, Arguments... arguments) {
    cudaLaunchAttribute attributes[2]{};
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(shape.blocks));
    config.blockDim = dim3(static_cast<unsigned>(shape.threads));
    config.dynamicSmemBytes = shape.shared_bytes;
    config.stream = stream;
    config.attrs = attributes;
    if (compute_capability() >= 9) {
        cudaLaunchAttribute& overlap = attributes[config.numAttrs++];
        overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
        overlap.val.programmaticStreamSerializationAllowed = 1;
    }
    if (shape.resident) {
        cudaLaunchAttribute& cooperative = attributes[config.numAttrs++];
        cooperative.id = cudaLaunchAttributeCooperative;
        cooperative.val.cooperative = 1;
    }
    // If the device has less shared memory, this is refused, and so is the launch.
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         static_cast<int>(shape.shared_bytes));
    return cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...);
}

} // namespace scanlab
