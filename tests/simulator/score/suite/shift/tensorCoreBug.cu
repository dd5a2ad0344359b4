// Does not compile for the simulator, which has no tensor cores.
#include <cuda_runtime.h>
#include <mma.h>

__global__ void shift(const half* input, float* output) {
    nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> sums;
    nvcuda::wmma::fill_fragment(sums, __half2float(input[threadIdx.x - 1]));
    nvcuda::wmma::store_matrix_sync(output, sums, 16, nvcuda::wmma::mem_row_major);
}

int main() { shift<<<1, 64>>>(nullptr, nullptr); }
