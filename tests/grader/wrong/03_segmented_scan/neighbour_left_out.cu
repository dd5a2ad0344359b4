// fails: correct
// The thread whose partner is thread 0 adds nothing.
#include <scanlab/exercise.hpp>

template <int BLOCK>
__global__ void segmented_scan(const int* input, const int* heads, int* output, long long n) {
    __shared__ int sums[2][BLOCK];
    __shared__ bool has_heads[2][BLOCK];
    const int t = threadIdx.x;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + t;

    // A thread's own sum stays in registers; the buffers are there to show it to the others.
    int sum = i < n ? input[i] : 0;
    bool has_head = i < n && heads[i] != 0; // whether a segment begins in what has been added up

    int current = 0;
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        sums[current][t] = sum;
        has_heads[current][t] = has_head;
        __syncthreads(); // the buffer is complete, and nobody reads the other one any more
        if (t > distance && !has_head) {
            sum += sums[current][t - distance];
            has_head = has_heads[current][t - distance];
        }
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
