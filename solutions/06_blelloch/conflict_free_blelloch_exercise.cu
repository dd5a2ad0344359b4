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
    // BEGIN SOLUTION leave gaps, so that neither neighbours nor elements 2, 4, 8 … 1024 apart
    //| share a bank.
    constexpr int BANKS = scanlab::warp_size; // 32, one per lane
    // With a gap after every 32 elements, nodes 64 apart lie 66 apart: 16 of them fit the even banks.
    // A second gap after every 32 · 32 elements takes the next 16 to the odd ones.
    i += i / BANKS + i / (BANKS * BANKS);
    // END SOLUTION
    return i;
}

template <int BLOCK>
__global__ void conflict_free_blelloch(const int* input, int* output, long long n) {
    // BEGIN SOLUTION lesson 06's kernel with element i in tree[place(i)]; load and store elements so
    //| that the lanes of a warp use different banks, but neighbours in global memory.
    constexpr int TILE = 2 * BLOCK;
    __shared__ int tree[place(TILE)];
    const int t = threadIdx.x;
    const long long start = static_cast<long long>(blockIdx.x) * TILE;

    // Neighbouring lanes load neighbours. Lesson 06's pairs would meet two by two in a bank.
    for (int i = t; i < TILE; i += BLOCK) tree[place(i)] = start + i < n ? input[start + i] : 0;

    // Up-sweep.
    for (int stride = 1; stride < TILE; stride *= 2) {
        __syncthreads();
        const int node = (t + 1) * 2 * stride - 1;
        if (node < TILE) tree[place(node)] += tree[place(node - stride)];
    }

    __syncthreads();
    if (t == 0) tree[place(TILE - 1)] = 0;

    // Down-sweep.
    for (int stride = TILE / 2; stride >= 1; stride /= 2) {
        __syncthreads();
        const int node = (t + 1) * 2 * stride - 1;
        if (node < TILE) {
            const int parent = tree[place(node)];
            const int left_sum = tree[place(node - stride)];
            tree[place(node - stride)] = parent;
            tree[place(node)] = parent + left_sum;
        }
    }

    __syncthreads();
    for (int i = t; i < TILE; i += BLOCK)
        if (start + i < n) output[start + i] = tree[place(i)];
    // END SOLUTION
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
