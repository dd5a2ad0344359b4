// exercise: segmented_scan
// the steps unrolled by a recursive template
#include <scanlab/exercise.hpp>

template <int BLOCK, int DISTANCE>
struct Steps {
    static __device__ void run(int (&sums)[2][BLOCK], bool (&has_heads)[2][BLOCK], int& sum, bool& has_head, int current, int t) {
        if constexpr (DISTANCE < BLOCK) {
            sums[current][t] = sum;
            has_heads[current][t] = has_head;
            __syncthreads();
            if (t >= DISTANCE && !has_head) {
                sum += sums[current][t - DISTANCE];
                has_head = has_heads[current][t - DISTANCE];
            }
            Steps<BLOCK, 2 * DISTANCE>::run(sums, has_heads, sum, has_head, 1 - current, t);
        }
    }
};

template <int BLOCK>
__global__ void segmented_scan(const int* input, const int* heads, int* output, long long n) {
    __shared__ int sums[2][BLOCK];
    __shared__ bool has_heads[2][BLOCK];
    const int t = threadIdx.x;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + t;

    int sum = i < n ? input[i] : 0;
    bool has_head = i < n && heads[i] != 0;

    int current = 0;
    Steps<BLOCK, 1>::run(sums, has_heads, sum, has_head, current, t);

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
