/// \file
/// Barriers in shared memory, and the bulk copies that complete on them: copies between global and
/// shared memory that one thread starts and an engine carries out. Barriers need compute
/// capability 8.0, bulk copies 9.0: a kernel with bulk copies compiles for 8.0, but does nothing useful
/// there.
#pragma once

#include "cache_policy.cuh"
#include "device_attribute.cuh"

#include <cuda/ptx>

#include <cstddef>
#include <cstdint>
#ifdef SCANLAB_WATCHDOG
#include <cstdio>
#endif

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#error "This needs a GPU of compute capability 8.0 or later: nvcc -arch=sm_80"
#endif
#if defined(SCANLAB_SIMULATOR) || __CUDA_ARCH__ >= 900
#define SCANLAB_BULK_COPIES
#endif

namespace scanlab {

/// A barrier in shared memory (an "mbarrier"). Its phases are numbered 0, 1, 2, …; one ends when
/// `count` threads have arrived and all bytes announced for it have come. What a thread wrote before it
/// arrived is seen by those who have waited. Arriving never blocks: that is why it can do more than
/// __syncthreads.
class Barrier {
public:
    __device__ void init(int count) {
        cuda::ptx::mbarrier_init(&state_, static_cast<std::uint32_t>(count));
    }

    __device__ void arrive() { cuda::ptx::mbarrier_arrive(&state_); }

    /// Arrives, and announces so many bytes of bulk copies to the phase, which does not end without
    /// them.
    __device__ void arrive_and_expect([[maybe_unused]] int bytes) {
#ifdef SCANLAB_BULK_COPIES
        using namespace cuda::ptx;
        mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &state_,
                                  static_cast<std::uint32_t>(bytes));
#endif
    }

    /// Waits until `phase` has ended. It has to be the current one or the last one: the hardware only
    /// knows odd from even. With -DSCANLAB_WATCHDOG=N, a wait of N tries names its caller's `file` and
    /// `line`, and ends the kernel with an error after as many more: for a kernel that hangs on a GPU.
    __device__ void wait(int phase, [[maybe_unused]] const char* file = __builtin_FILE(),
                         [[maybe_unused]] int line = __builtin_LINE()) {
#ifdef SCANLAB_WATCHDOG
        for (long long tries = 0; !has_ended(phase); ++tries) {
            if (tries == SCANLAB_WATCHDOG) report_wait(phase, file, line);
            if (tries == 2LL * SCANLAB_WATCHDOG) __trap();
        }
#else
        while (!has_ended(phase)) {}
#endif
    }

    /// What the functions of cuda::ptx call it.
    __device__ std::uint64_t* handle() { return &state_; }

private:
    __device__ bool has_ended(int phase) {
        const auto parity = static_cast<std::uint32_t>(phase) & 1;
#ifdef SCANLAB_BULK_COPIES // sleeps until then, or for a while
        return cuda::ptx::mbarrier_try_wait_parity(&state_, parity);
#else
        return cuda::ptx::mbarrier_test_wait_parity(&state_, parity);
#endif
    }

#ifdef SCANLAB_WATCHDOG
    /// One of the lanes that wait says so for all of them.
    __device__ void report_wait(int phase, const char* file, int line) {
        const int lane = threadIdx.x % 32;
        if (lane == __ffs(__activemask()) - 1)
            printf("%s:%d: block %d, warp %d still waits for phase %d, at byte %d of shared memory\n",
                   file, line, static_cast<int>(blockIdx.x), static_cast<int>(threadIdx.x / 32), phase,
                   static_cast<int>(__cvta_generic_to_shared(&state_)));
    }
#endif

    std::uint64_t state_;
};

/// Bulk copies that are started later see what this thread has written to shared memory, barriers too,
/// and do not overwrite values that it still reads, because threads and copies take different ways to
/// memory.
__device__ inline void fence_bulk_copies() {
#ifdef SCANLAB_BULK_COPIES
    cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
#endif
}

/// Starts to copy `size` elements, a multiple of 16 bytes, from and to multiples of 16 bytes. Their
/// bytes count in a phase of `arrived`, to which somebody announces them.
template <class T>
__device__ inline void copy_bulk([[maybe_unused]] T* shared, [[maybe_unused]] const T* global,
                                 [[maybe_unused]] int size, [[maybe_unused]] Barrier& arrived) {
#ifdef SCANLAB_BULK_COPIES
    using namespace cuda::ptx;
    if (size > 0)
        cp_async_bulk(space_cluster, space_global, shared, global,
                      static_cast<std::uint32_t>(size * sizeof(T)), arrived.handle());
#endif
}

/// Starts to copy `size` elements from and to multiples of 16 bytes; they end a phase of `arrived`.
template <class T>
__device__ inline void load_bulk(T* shared, const T* global, int size, Barrier& arrived,
                                 [[maybe_unused]] CachePolicy policy) {
#ifdef SCANLAB_BULK_COPIES
    using namespace cuda::ptx;
    const int whole = size - size % static_cast<int>(16 / sizeof(T)); // 16 bytes are copied at a time
#pragma unroll 1 // hardly ever needed: not worth its place in the instruction cache
    for (int i = whole; i < size; ++i) shared[i] = global[i];
    const auto bytes = static_cast<std::uint32_t>(whole * sizeof(T));
    arrived.arrive_and_expect(static_cast<int>(bytes));
    if (whole == 0) return;
#ifdef SCANLAB_SIMULATOR
    copy_bulk(shared, global, whole, arrived);
#else // the same with a cache policy, which cuda::ptx does not have
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint"
        " [%0], [%1], %2, [%3], %4;" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(shared))),
        "l"(global), "r"(bytes), "r"(static_cast<unsigned>(__cvta_generic_to_shared(arrived.handle()))),
        "l"(policy)
        : "memory");
#endif
#endif
}

/// Asks for `size` elements from a multiple of 16 bytes on to be brought into the L2 cache. It reads
/// nothing for the program: earlier kernels need not have ended, even if they still write these.
template <class T>
__device__ inline void prefetch_bulk([[maybe_unused]] const T* global, [[maybe_unused]] int size) {
#if __CUDA_ARCH__ >= 900 && !defined(SCANLAB_SIMULATOR)
    const auto bytes = static_cast<std::uint32_t>(size * sizeof(T) / 16 * 16);
    if (bytes > 0) asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(global), "r"(bytes));
#endif
}

/// How far a pointer is past the last multiple of 16 bytes, in elements.
__device__ inline int misalignment(const int* p) {
    return static_cast<int>(reinterpret_cast<std::uintptr_t>(p) / sizeof(int) % 4);
}

/// Starts to copy `size` elements, a multiple of 4, from shared memory. Both pointers must be aligned
/// to 16 bytes. Each call is a batch of its own.
__device__ inline void store_bulk(int* global, const int* shared, int size) {
#ifdef SCANLAB_BULK_COPIES
    using namespace cuda::ptx;
    if (size > 0)
        cp_async_bulk(space_global, space_shared, global, shared,
                      static_cast<std::uint32_t>(size * sizeof(int)));
    cp_async_bulk_commit_group();
#endif
}

/// Waits until the thread's stores but for the last N have been read from shared memory.
template <int N>
__device__ inline void wait_for_stores() {
#ifdef SCANLAB_BULK_COPIES
    cuda::ptx::cp_async_bulk_wait_group_read(cuda::ptx::n32_t<N>{});
#endif
}

/// Whether the current device has bulk copies, and this much shared memory for a block that uses them:
/// there are newer GPUs that have less of it.
inline bool has_bulk_copies(std::size_t shared_bytes) {
    const int most = device_attribute<cudaDevAttrMaxSharedMemoryPerBlockOptin>();
    return compute_capability() >= 9 && static_cast<std::size_t>(most) >= shared_bytes;
}

} // namespace scanlab
