// Challenge 06: the Blelloch scan of lesson 06 without a bank conflict.
//
// Shared memory has 32 banks, one word wide, and serves one word of each at a time. The nodes of a
// level are 2, 4, 8 … words apart, so ever more lanes of a warp use one bank and have to take turns.
// The cure is gaps: with element i in place i + i/32, elements 32 apart are stored 33 words apart.
//
// What it costs: as lesson 06, and a few words of shared memory more.
// (Harris, Sengupta, Owens, "Parallel Prefix Sum (Scan) with CUDA", GPU Gems 3, chapter 39, 2007.)
// Shared work: at most 145 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/exercise.hpp>

/// Where element i of the tile is stored in shared memory.
__host__ __device__ constexpr int place(int i) {
    // TODO: leave gaps, so that neither neighbours nor elements 2, 4, 8 … 1024 apart
    //       share a bank.
    return i;
}

template <int BLOCK>
__global__ void conflict_free_blelloch(const int* input, int* output, long long n) {
    // TODO: lesson 06's kernel with element i in tree[place(i)]; load and store elements so
    //       that the lanes of a warp use different banks, but neighbours in global memory.
}

template <int BLOCK>
struct ConflictFreeBlelloch {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        conflict_free_blelloch<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK * items_per_thread), BLOCK, 0, p.stream>>>(p.input,
                                                                                       p.output, p.n);
    }
};

SCANLAB_EXERCISE(conflict_free_blelloch, ConflictFreeBlelloch);
