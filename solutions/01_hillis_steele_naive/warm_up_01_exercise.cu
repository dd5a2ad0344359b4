// Warm-up 01: one step of the scan in each launch. One line is wrong.
//
//     ./scanlab check 01 --warm-up
#include <scanlab/exercise.hpp>

#include <utility>

/// Every element becomes the sum of itself and the one `distance` to its left, where there is one.
template <int BLOCK>
__global__ void step(const int* from, int* to, long long n, long long distance) {
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    if (i >= n) return;
    // BEGIN SOLUTION the sum, instead of a copy.
    //> to[i] = from[i];
    to[i] = i >= distance ? from[i] + from[i - distance] : from[i];
    // END SOLUTION
}

template <int BLOCK>
struct WarmUp {
    static std::size_t workspace(long long n) { return static_cast<std::size_t>(n) * sizeof(int); }

    static void launch(const scanlab::Problem& p) {
        int steps = 1;
        while ((1LL << steps) < p.n) ++steps;
        int* to = p.output; // the last step's, whose number is odd or even
        int* other = static_cast<int*>(p.workspace);
        if (steps % 2 == 0) std::swap(to, other);

        const int* from = p.input;
        for (int k = 0; k < steps; ++k) {
            step<BLOCK><<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(from, to, p.n, 1LL << k);
            from = to;
            std::swap(to, other);
        }
    }
};

SCANLAB_EXERCISE(warm_up_01, WarmUp);
