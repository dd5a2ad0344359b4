// A race that no barrier between two statements mends: sync.sh asks for the patch in remedies.txt.
#include <cuda_runtime.h>

constexpr int threads = 64;
__device__ int numbers[threads];

__global__ void sum_in_place() {
    __shared__ int shared[threads];
    shared[threadIdx.x] = threadIdx.x;
    for (int distance = 16; distance > 0; distance /= 2) shared[threadIdx.x] += shared[threadIdx.x ^ distance];
    numbers[threadIdx.x] = shared[threadIdx.x];
}

int main() {
    sum_in_place<<<1, threads>>>();
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
