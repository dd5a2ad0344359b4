// Lesson 02: the Hillis-Steele scan in shared memory. Each block scans its own tile.
//
// New since lesson 01: the steps happen inside one block. Threads of a block can share memory on the
// chip and wait for each other with a barrier, so one launch does, and global memory is touched only at
// the ends. The price: a block sees only its tile. (Lesson 07 joins the tiles.)
//
// What it costs: 8 bytes per element, as a copy; two barriers for each of the log2(BLOCK) steps.
#include <scanlab/lesson.hpp>

template <int BLOCK>
__global__ void hillis_steele_shared(const int* input, int* output, long long n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + t;

    // Load one element per thread. No thread leaves early: the barriers below are for all of them.
    sums[t] = i < n ? input[i] : 0;
    __syncthreads();

    // After the step with this distance, sums[t] adds up to 2·distance elements, ending with t.
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const int left = t >= distance ? sums[t - distance] : 0;
        __syncthreads(); // all have read what this step reads before anyone overwrites it
        sums[t] += left;
        __syncthreads(); // all have written before the next step reads
    }

    if (i < n) output[i] = sums[t];
}

template <int BLOCK>
struct HillisSteeleShared {
    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        hillis_steele_shared<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<HillisSteeleShared>({.number = 2,
                                                     .name = "hillis_steele_shared",
                                                     .title = "Hillis-Steele in shared memory",
                                                     .scope = scanlab::Scope::block},
                                                    argc, argv);
}
