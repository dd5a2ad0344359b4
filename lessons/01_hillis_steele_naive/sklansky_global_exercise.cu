// Challenge 01: Sklansky's scan in global memory, one launch per step, and no second array.
//
// A step joins neighbouring groups of `half` elements, each of them scanned already, to groups of twice
// that size: every element of the right group needs the last element of the left one, and nothing else.
// So a step takes n/2 additions, one for each thread: a thread owns two elements.
//
// What it costs: log2(n) launches, each of which reads and writes half of the elements. What a step
// reads from the left groups it does not write: it can work in place. (Sklansky, "Conditional-Sum
// Addition Logic", 1960.)
// Shared work: at most 128 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/exercise.hpp>

/// The first step, which also brings the elements over: thread t owns elements 2t and 2t + 1.
template <int BLOCK>
__global__ void join_pairs(const int* input, int* sums, long long n) {
    const long long left = (static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x) * 2;
    if (left < n) sums[left] = input[left];
    if (left + 1 < n) sums[left + 1] = input[left] + input[left + 1];
}

/// Joins groups of `half` elements: thread t makes the t-th of this step's additions.
template <int BLOCK>
__global__ void join_groups(int* sums, long long n, long long half) {
    // TODO: find the element that thread t adds to, and the last one of the group on its left.
}

template <int BLOCK>
struct SklanskyGlobal {
    static constexpr int items_per_thread = 2;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        const long long blocks = scanlab::ceil_div(p.n, BLOCK * items_per_thread);
        join_pairs<BLOCK><<<blocks, BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
        // TODO: launch the other steps.
    }
};

SCANLAB_EXERCISE(sklansky_global, SklanskyGlobal);
