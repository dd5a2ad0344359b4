// Exercise 05: raking. One warp's lanes rake over the tile, each over a run of neighbouring elements.
//
// Another way to give a thread many elements: the block loads its tile into shared memory, and every
// lane of the first warp adds up a run of TILE/32 elements, alone. One warp scan of the 32 totals gives
// each lane the sum before its run; it rakes over the run a second time and writes the sums. That is
// the work of one processor, and only two barriers.
//
// What it costs: 8 bytes per element. The lanes are TILE/32 words apart: with a power of two, many or
// all of them would wait for the same bank. A gap after every 32 words moves each run to banks of its
// own. (Dotsenko et al., "Fast Scan Algorithms on Graphics Processors", 2008.)
// Shared work: 32 lanes rake, each in at most 64 steps (accesses, barriers, shuffles).
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>

constexpr int WARP = scanlab::warp_size; // 32

/// Where element i of the tile is stored in shared memory.
__host__ __device__ constexpr int place(int i) {
    // BEGIN SOLUTION leave gaps, so that the lanes that rake use different banks at any time.
    i += i / WARP;
    // END SOLUTION
    return i;
}

template <int BLOCK>
__global__ void raking(const int* input, int* output, long long n) {
    static_assert(BLOCK % WARP == 0, "all lanes' runs have the same length");
    __shared__ int sums[place(BLOCK)];
    const int t = threadIdx.x;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + t;

    sums[place(t)] = i < n ? input[i] : 0;
    __syncthreads(); // the tile is there

    // BEGIN SOLUTION each lane of the first warp owns RUN = BLOCK / WARP neighbouring elements:
    //| add them up, find the sum before them with scanlab::warp_inclusive_scan(), write the sums.
    constexpr int RUN = BLOCK / WARP;
    if (t < WARP) {
        int total = 0;
        for (int k = t * RUN; k < (t + 1) * RUN; ++k) total += sums[place(k)];
        int sum = scanlab::warp_inclusive_scan(total) - total; // of the runs before
        for (int k = t * RUN; k < (t + 1) * RUN; ++k) sums[place(k)] = sum += sums[place(k)];
    }
    // END SOLUTION

    __syncthreads(); // the sums are there
    if (i < n) output[i] = sums[place(t)];
}

template <int BLOCK>
struct Raking {
    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        raking<BLOCK><<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(raking, Raking);
