// fails: correct
// The down-sweep begins with the total.
#include <scanlab/exercise.hpp>

/// Where element i of the tile stands in shared memory.
__host__ __device__ constexpr int place(int i) {
    constexpr int BANKS = scanlab::warp_size; // 32, one for each lane
    // With a gap after every 32 elements, nodes 64 apart lie 66 apart: 16 of them fit the even banks.
    // A second gap after every 32 · 32 elements takes the next 16 to the odd ones.
    i += i / BANKS + i / (BANKS * BANKS);
    return i;
}

template <int BLOCK>
__global__ void conflict_free_blelloch(const int* input, int* output, long long n) {
    constexpr int TILE = 2 * BLOCK;
    __shared__ int tree[place(TILE)];
    const int t = threadIdx.x;
    const long long start = static_cast<long long>(blockIdx.x) * TILE;

    // Neighbouring lanes load neighbours: pairs, as in lesson 06, would meet two by two in a bank.
    for (int i = t; i < TILE; i += BLOCK) tree[place(i)] = start + i < n ? input[start + i] : 0;

    // Up-sweep.
    for (int stride = 1; stride < TILE; stride *= 2) {
        __syncthreads();
        const int node = (t + 1) * 2 * stride - 1;
        if (node < TILE) tree[place(node)] += tree[place(node - stride)];
    }

    __syncthreads();

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
