// Challenge 03: the segmented scan. The tile consists of segments, and sums start again in each.
//
// A pair (sum, has_head) knows whether a segment begins in its sum. To add two pairs, look at the right
// one. If it has a head, the result has its sum alone, otherwise both sums. The result has a head if
// either has one. This operator is associative, so any scan of such pairs is a segmented scan. Here it
// is the double-buffered scan of lesson 03.
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
        // TODO: add the sum `distance` to the left, if it belongs to this segment.
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
