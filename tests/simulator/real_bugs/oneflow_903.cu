// One row is summed up by two blocks. Between the steps they wait at a barrier, which is each block's own.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void sum_rows(int* matrix, int columns) {
#ifdef FIXED
    int* const row = matrix + blockIdx.x * columns;
    const unsigned first = threadIdx.x, stride = BLOCK;
#else
    int* const row = matrix;
    const unsigned first = blockIdx.x * BLOCK + threadIdx.x, stride = gridDim.x * BLOCK;
#endif
    for (int half = columns / 2; half > 0; half /= 2) {
        for (unsigned i = first; i < static_cast<unsigned>(half); i += stride) row[i] += row[i + half]; // finds: race-global
        __syncthreads();
    }
}

int main() {
    constexpr int columns = 256;
    const RandomNumbers matrix(2 * columns);
    sum_rows<<<2, BLOCK>>>(matrix.get(), columns);
    finish();
}
