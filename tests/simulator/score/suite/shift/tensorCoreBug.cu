// Does not compile for the simulator, whose tensor cores have no elements of less than a byte.
#include <cuda_runtime.h>
#include <mma.h>

__global__ void shift(const half* input, int* output) {
    nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 8, 8, 32, int> sums;
    nvcuda::wmma::fill_fragment(sums, static_cast<int>(input[threadIdx.x - 1]));
    nvcuda::wmma::store_matrix_sync(output, sums, 8, nvcuda::wmma::mem_row_major);
}

int main() { shift<<<1, 64>>>(nullptr, nullptr); }
