/// \file
/// What the L2 cache should keep, as far as a kernel has a say: hints, which change no result. The
/// simulator, which has no caches, and GPUs before compute capability 8.0 ignore them.
#pragma once

#include "device_attribute.cuh"

#include <cuda_runtime.h>

#include <cstdint>

namespace scanlab {

/// What the cache should evict first. The input, when the output fits into the cache and can stay.
/// Else the output: it is then, presumably, written to memory at once and in order, which memory likes
/// best.
enum class EvictFirst { input, output };

/// How the cache is to treat what an instruction loads.
using CachePolicy = std::uint64_t;

/// The policy for loads of the input when `victim` is to go first.
__device__ inline CachePolicy load_policy([[maybe_unused]] EvictFirst victim) {
    CachePolicy policy = 0;
#if __CUDA_ARCH__ >= 800 && !defined(SCANLAB_SIMULATOR)
    if (victim == EvictFirst::input)
        asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    else
        asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
#endif
    return policy;
}

/// Loads four elements from global memory, aligned to 16 bytes, under a policy.
__device__ inline int4 load_with_policy(const int4* address, [[maybe_unused]] CachePolicy policy) {
#if __CUDA_ARCH__ >= 800 && !defined(SCANLAB_SIMULATOR)
    int4 v;
    asm volatile( // a load like others: it may not move across a barrier or a wait for a kernel
        "ld.global.L2::cache_hint.v4.s32 {%0, %1, %2, %3}, [%4], %5;"
        : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
        : "l"(address), "l"(policy)
        : "memory");
    return v;
#else
    return *address;
#endif
}

/// Which of the two to evict first, in a call that reads and writes this many bytes: the input, if all
/// of them fit into the current device's L2 cache.
inline EvictFirst first_to_evict(long long bytes) {
    return bytes <= device_attribute<cudaDevAttrL2CacheSize>() ? EvictFirst::input : EvictFirst::output;
}

} // namespace scanlab
