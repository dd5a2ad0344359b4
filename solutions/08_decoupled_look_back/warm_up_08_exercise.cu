// Warm-up 08: each tile waits for the sum of all tiles before it, in one launch. One line is wrong.
//
//     ./scanlab check 08 --warm-up
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>

#include <cuda/atomic>

/// Whether a sum is known, above its 32 bits.
using Prefix = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;
constexpr unsigned long long KNOWN = 1ULL << 32;

template <int BLOCK>
__global__ void chained_scan(const int* input, int* output, long long n, unsigned long long* prefixes,
                             unsigned* tickets) {
    __shared__ int tile, before_tile;

    // Blocks start in no promised order, and need not all have a place at the same time.
    if (threadIdx.x == 0) {
        // BEGIN SOLUTION wait only for blocks that have started: number tiles in that order.
        //> tile = blockIdx.x;
        tile = static_cast<int>(atomicAdd(tickets, 1u));
        // END SOLUTION
    }
    __syncthreads();

    const long long i = static_cast<long long>(tile) * BLOCK + threadIdx.x;
    const int value = i < n ? input[i] : 0;
    const int before = scanlab::block_exclusive_scan<BLOCK>(value);

    if (threadIdx.x == BLOCK - 1) {
        unsigned long long prefix = tile > 0 ? 0 : KNOWN; // nothing precedes tile 0
        while (prefix < KNOWN) prefix = Prefix(prefixes[tile - 1]).load(cuda::memory_order_relaxed);
        before_tile = static_cast<int>(prefix & 0xffffffff);
        const auto sum = static_cast<unsigned>(before_tile + before + value);
        Prefix(prefixes[tile]).store(KNOWN | sum, cuda::memory_order_relaxed);
    }
    __syncthreads();
    if (i < n) output[i] = before_tile + before + value;
}

template <int BLOCK>
struct WarmUp {
    static std::size_t workspace(long long n) {
        return (scanlab::ceil_div(n, BLOCK) + 1) * sizeof(unsigned long long);
    }

    static void launch(const scanlab::Problem& p) {
        const long long tiles = scanlab::ceil_div(p.n, BLOCK);
        auto* const prefixes = static_cast<unsigned long long*>(p.workspace);
        cudaMemsetAsync(p.workspace, 0, workspace(p.n), p.stream);
        chained_scan<BLOCK><<<tiles, BLOCK, 0, p.stream>>>(
            p.input, p.output, p.n, prefixes, reinterpret_cast<unsigned*>(prefixes + tiles));
    }
};

SCANLAB_EXERCISE(warm_up_08, WarmUp);
