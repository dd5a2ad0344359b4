// Exercise 01: the exclusive scan, one launch per step.
//
// output[i] becomes the sum of everything *before* input[i], so output[0] is 0. That is the inclusive
// scan of the input moved by one to the right. A launch that only moves it would cost as much as a
// step. But the first step can do both, because it may read any element.
//
// What it costs: log2(n) launches of 12 bytes per element, as the inclusive scan of lesson 01.
// (Hillis and Steele, "Data Parallel Algorithms", 1986.)
// Shared work: at most 128 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/exercise.hpp>

#include <utility>

/// One step of a Hillis-Steele scan whose element i is from[i - shift], and 0 where there is none.
template <int BLOCK>
__global__ void exclusive_step(const int* from, int* to, long long n, long long distance, int shift) {
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    if (i >= n) return;

    // BEGIN SOLUTION to[i] = element i plus the one that is `distance` to the left of it.
    //| Which of the two exist?
    const long long right = i - shift;
    const long long left = right - distance;
    to[i] = (right >= 0 ? from[right] : 0) + (left >= 0 ? from[left] : 0);
    // END SOLUTION
}

template <int BLOCK>
struct ExclusiveNaive {
    /// The second array to go back and forth with.
    static std::size_t workspace(long long n) { return static_cast<std::size_t>(n) * sizeof(int); }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        int steps = 1; // at least one, to move a single element
        while ((1LL << steps) < p.n) ++steps;

        // Choose the first target so that the last one is the output.
        int* to = p.output;
        int* other = static_cast<int*>(p.workspace);
        if (steps % 2 == 0) std::swap(to, other);

        // BEGIN SOLUTION launch the steps: which distance has each, and which shift?
        const int* from = p.input;
        for (int step = 0; step < steps; ++step) {
            const int shift = step == 0 ? 1 : 0; // what later steps read has been moved already
            exclusive_step<BLOCK><<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(
                from, to, p.n, 1LL << step, shift);
            from = to;
            std::swap(to, other);
        }
        // END SOLUTION
    }
};

SCANLAB_EXERCISE(exclusive_naive, ExclusiveNaive);
