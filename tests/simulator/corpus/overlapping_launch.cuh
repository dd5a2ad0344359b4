/// \file
/// Launches that overlap: a kernel may begin while the previous one in the stream still runs
/// ("programmatic dependent launch", compute capability 9.0). On other GPUs it begins as usual.
#pragma once

#include <cuda_runtime.h>

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

/// Waits until the earlier kernels of the stream have ended; from then on it sees what they wrote.
__device__ inline void wait_for_kernels_before() {
#ifdef SCANLAB_OVERLAPPING_LAUNCHES
    cudaGridDependencySynchronize();
#endif
}

/// Launches a kernel that may begin before earlier ones have ended.
template <class... Parameters, class... Arguments>
cudaError_t launch_overlapping(void (*kernel)(Parameters...), int blocks, int threads, Arguments... arguments) {
    int major = 0;
    cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
    cudaLaunchAttribute overlap{};
    overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    overlap.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(blocks));
    config.blockDim = dim3(static_cast<unsigned>(threads));
    config.attrs = &overlap;
    config.numAttrs = major >= 9 ? 1 : 0;
    return cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...);
}

} // namespace scanlab
