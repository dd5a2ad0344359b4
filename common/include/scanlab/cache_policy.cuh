/// \file
/// What the L2 cache should keep, as far as a kernel may say: hints, which change no result. The
/// simulator, which has no caches, and GPUs before compute capability 8.0 ignore them.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace scanlab {

/// What the cache should let go of first. The input, when the output fits into the cache and can stay
/// there. Else the output: it is then written to memory at once and in order, which is how memory is
/// fastest.
enum class EvictFirst { input, output };

/// How the cache is to treat what an instruction loads.
using CachePolicy = std::uint64_t;

__device__ inline CachePolicy load_policy([[maybe_unused]] EvictFirst victim) {
    CachePolicy policy = 0;
#if __CUDA_ARCH__ >= 800
    if (victim == EvictFirst::input)
        asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    else
        asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
#endif
    return policy;
}

/// A load from global memory under a policy.
__device__ inline int4 load_with_policy(const int4* address, [[maybe_unused]] CachePolicy policy) {
#if __CUDA_ARCH__ >= 800
    int4 v;
    asm("ld.global.L2::cache_hint.v4.s32 {%0, %1, %2, %3}, [%4], %5;"
        : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
        : "l"(address), "l"(policy));
    return v;
#else
    return *address;
#endif
}

/// A property of the current device.
inline int device_attribute(cudaDeviceAttr attribute) {
    int device = 0, value = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&value, attribute, device);
    return value;
}

/// The input, if all that a call reads and writes fits into the cache.
inline EvictFirst first_to_evict(long long bytes) {
    static const int cache = device_attribute(cudaDevAttrL2CacheSize);
    return bytes <= cache ? EvictFirst::input : EvictFirst::output;
}

/// The current device's compute capability, without what follows the point.
inline int compute_capability() {
    static const int major = device_attribute(cudaDevAttrComputeCapabilityMajor);
    return major;
}

} // namespace scanlab
