// fails: ragged findings
// The element at n is taken for one of the array.
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
    const long long t = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    const long long right_group = t / half * 2 * half + half; // index of its first element
    const long long i = right_group + t % half;
    // All threads of a group read the same element; neighbours write neighbours.
    if (i <= n) sums[i] += sums[right_group - 1];
}

template <int BLOCK>
struct SklanskyGlobal {
    static constexpr int items_per_thread = 2;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        const long long blocks = scanlab::ceil_div(p.n, BLOCK * items_per_thread);
        join_pairs<BLOCK><<<blocks, BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
        for (long long half = 2; half < p.n; half *= 2)
            join_groups<BLOCK><<<blocks, BLOCK, 0, p.stream>>>(p.output, p.n, half);
    }
};

SCANLAB_EXERCISE(sklansky_global, SklanskyGlobal);
