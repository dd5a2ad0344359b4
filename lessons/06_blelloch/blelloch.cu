// Lesson 06: the Blelloch scan. A balanced tree, swept up and down again, makes hardly more additions
// than a loop on one processor: about 2n instead of Hillis-Steele's n·log2(n).
//
// Another road from lesson 02: it saves work and pays with steps. The up-sweep adds pairs, then pairs
// of pairs, until the root holds the total. The down-sweep clears the root and hands every left child
// its parent's value, and every right child that value plus the left child's sum. The leaves end up as
// the *exclusive* scan.
//
// What it costs: 8 bytes per element; 2·log2(TILE) steps of one barrier each, in which ever fewer, then
// ever more threads have work; bank conflicts in shared memory, since all strides are powers of two.
// Lesson 02 makes more additions and is faster.
// (Blelloch, "Prefix Sums and Their Applications", 1990; Harris et al., GPU Gems 3, chapter 39, 2007.)
#include <scanlab/lesson.hpp>

template <int BLOCK>
__global__ void blelloch(const int* input, int* output, long long n) {
    constexpr int TILE = 2 * BLOCK; // a pair of leaves per thread
    __shared__ int tree[TILE];
    const int t = threadIdx.x;
    const long long first = static_cast<long long>(blockIdx.x) * TILE + 2 * t;

    tree[2 * t] = first < n ? input[first] : 0;
    tree[2 * t + 1] = first + 1 < n ? input[first + 1] : 0;

    // Up-sweep: a node is stored where its rightmost leaf is, `stride` to the right of its left child.
    for (int stride = 1; stride < TILE; stride *= 2) {
        __syncthreads(); // the children's sums are there
        const int node = (t + 1) * 2 * stride - 1;
        if (node < TILE) tree[node] += tree[node - stride];
    }

    // Nobody needs the root's sum any more, and nothing comes before the root.
    __syncthreads();
    if (t == 0) tree[TILE - 1] = 0;

    // Down-sweep: from here on a node holds the sum before its first leaf.
    for (int stride = TILE / 2; stride >= 1; stride /= 2) {
        __syncthreads(); // the parents' prefixes are there
        const int node = (t + 1) * 2 * stride - 1;
        if (node < TILE) {
            const int left_sum = tree[node - stride];
            tree[node - stride] = tree[node];
            tree[node] += left_sum;
        }
    }

    __syncthreads();
    if (first < n) output[first] = tree[2 * t];
    if (first + 1 < n) output[first + 1] = tree[2 * t + 1];
}

template <int BLOCK>
struct Blelloch {
    static constexpr int items_per_thread = 2;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        blelloch<BLOCK><<<scanlab::ceil_div(p.n, BLOCK * items_per_thread), BLOCK, 0, p.stream>>>(
            p.input, p.output, p.n);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<Blelloch>({.number = 6,
                                           .name = "blelloch",
                                           .title = "Blelloch, up-sweep and down-sweep",
                                           .task = scanlab::Task::exclusive_scan,
                                           .scope = scanlab::Scope::block},
                                          argc, argv);
}
