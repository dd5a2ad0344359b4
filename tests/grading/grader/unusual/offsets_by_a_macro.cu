// exercise: conflict_free_blelloch
// the work-efficient scan as a well-known article prints it: a macro for the banks, offset doubling, names of its own
#include <scanlab/exercise.hpp>
#define NUM_BANKS 32
#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) (((n) >> LOG_NUM_BANKS) + ((n) >> (2 * LOG_NUM_BANKS)))

__global__ void prescan(int* g_odata, const int* g_idata, int n, long long total) {
    extern __shared__ int temp[];
    const int thid = threadIdx.x;
    const long long base = (long long)blockIdx.x * n;
    int offset = 1;
    int ai = thid, bi = thid + (n / 2);
    int bankOffsetA = CONFLICT_FREE_OFFSET(ai), bankOffsetB = CONFLICT_FREE_OFFSET(bi);
    temp[ai + bankOffsetA] = base + ai < total ? g_idata[base + ai] : 0;
    temp[bi + bankOffsetB] = base + bi < total ? g_idata[base + bi] : 0;
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            ai += CONFLICT_FREE_OFFSET(ai);
            bi += CONFLICT_FREE_OFFSET(bi);
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }
    __syncthreads();
    if (thid == 0) temp[n - 1 + CONFLICT_FREE_OFFSET(n - 1)] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            ai += CONFLICT_FREE_OFFSET(ai);
            bi += CONFLICT_FREE_OFFSET(bi);
            int t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();
    if (base + ai < total) g_odata[base + ai] = temp[ai + bankOffsetA];
    if (base + bi < total) g_odata[base + bi] = temp[bi + bankOffsetB];
}

template <int BLOCK>
struct Prescan {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;
    static void launch(const scanlab::Problem& p) {
        const int n = 2 * BLOCK;
        if (p.n > 0)
            prescan<<<(p.n + n - 1) / n, BLOCK, (n + CONFLICT_FREE_OFFSET(n - 1)) * sizeof(int), p.stream>>>(p.output, p.input, n, p.n);
    }
};
SCANLAB_EXERCISE(conflict_free_blelloch, Prescan);
