// Findings in two kernels and on the host, for rules that let some of them not count.
#include <cuda_runtime.h>

__global__ void shift(int* cells) {
    const int next = cells[(threadIdx.x + 1) % 64];
    cells[threadIdx.x] = next; // a race with the line above
}

template <int N>
__global__ void count(int* cells) {
    // scanlab: allow race-global: the number is only shown
    cells[0] = cells[0] + N;
}

int main() {
    int* cells = nullptr;
    cudaMalloc(&cells, 64 * sizeof(int)); // which is never freed
    cudaMemset(cells, 0, 64 * sizeof(int));
    shift<<<1, 64>>>(cells);
    count<3><<<1, 64>>>(cells);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
