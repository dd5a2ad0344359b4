// Challenge 03: the segmented scan. The tile consists of segments; sums begin anew with each of them.
//
// Sums that know whether a segment begins in them can be added like plain ones: (sum, has_head) of the
// left plus (sum, has_head) of the right has the right's sum alone if a segment begins there, else
// both; and a head if either has one. That operator is associative, so every scan is a segmented scan
// if it is given these pairs: here the double-buffered one of lesson 03.
//
// What it costs: 12 bytes per element, as the heads have to be read; one barrier per step.
// (Schwartz, "Ultracomputers", 1980; Sengupta et al., "Scan Primitives for GPU Computing", 2007.)
// Shared work: at most 80 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/exercise.hpp>

template <int BLOCK>
__global__ void segmented_scan(const int* input, const int* heads, int* output, long long n) {
    __shared__ int sums[2][BLOCK];
    __shared__ bool has_heads[2][BLOCK];
    const int t = threadIdx.x;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + t;

    // A thread's own sum stays in registers; the buffers show it to the others.
    int sum = i < n ? input[i] : 0;
    bool has_head = i < n && heads[i] != 0; // whether a segment begins in what has been added up

    int current = 0;
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        sums[current][t] = sum;
        has_heads[current][t] = has_head;
        __syncthreads(); // the buffer is complete, and the other one is no longer read
        // TODO: add what stands `distance` to the left, if it belongs to this segment.
        current = 1 - current;
    }

    if (i < n) output[i] = sum;
}

template <int BLOCK>
struct SegmentedScan {
    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        segmented_scan<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(p.input, p.heads, p.output, p.n);
    }
};

SCANLAB_EXERCISE(segmented_scan, SegmentedScan);
