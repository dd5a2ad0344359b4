// Lesson 01: the Hillis-Steele scan, naive. One kernel launch per step, everything in global memory.
//
// After the step with distance d every element is the sum of up to 2d inputs, which end with it. So
// log2(n) steps make the scan. It is the plainest parallel scan there is, and it works for any n.
//
// What it costs: log2(n) launches. Each of them reads two elements and writes one for every element:
// 12 bytes, where a copy takes 8 in all.
#include <scanlab/lesson.hpp>

#include <utility>

/// One step: to[i] = from[i] + from[i - distance], where there is such an element on the left.
template <int BLOCK>
__global__ void hillis_steele_step(const int* from, int* to, long long n, long long distance) {
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    if (i >= n) return;

    // Blocks run in no particular order, and nothing but the end of a launch makes all of them wait for
    // each other. So a step must not write where another block may still read: it takes two arrays.
    to[i] = i >= distance ? from[i] + from[i - distance] : from[i];
}

template <int BLOCK>
struct HillisSteeleNaive {
    /// The second array to go back and forth with.
    static std::size_t workspace(long long n) { return static_cast<std::size_t>(n) * sizeof(int); }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        int steps = 1; // at least one, to bring a single element over
        while ((1LL << steps) < p.n) ++steps;

        // Choose the first target so that the last one is the output.
        int* to = p.output;
        int* other = static_cast<int*>(p.workspace);
        if (steps % 2 == 0) std::swap(to, other);

        const int* from = p.input;
        for (int step = 0; step < steps; ++step) {
            hillis_steele_step<BLOCK>
                <<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(from, to, p.n, 1LL << step);
            from = to;
            std::swap(to, other);
        }
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<HillisSteeleNaive>({.number = 1,
                                                    .name = "hillis_steele_naive",
                                                    .title = "Hillis-Steele, one launch per step",
                                                    .scope = scanlab::Scope::device},
                                                   argc, argv);
}
