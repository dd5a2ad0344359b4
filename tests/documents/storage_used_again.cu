// Two collectives of CUB use the same temporary storage, with no barrier between them.
#include <cub/block/block_scan.cuh>
#include <cuda_runtime.h>

constexpr int THREADS = 128;

__global__ void scan_twice(int* sums) {
    using Scan = cub::BlockScan<int, THREADS>;
    __shared__ Scan::TempStorage storage;
    int sum = 1;
    Scan(storage).InclusiveSum(sum, sum);
    Scan(storage).InclusiveSum(sum, sum);
    sums[threadIdx.x] = sum;
}

int main() {
    int* sums = nullptr;
    if (cudaMalloc(&sums, THREADS * sizeof(int)) != cudaSuccess) return 1;
    scan_twice<<<1, THREADS>>>(sums);
    const bool works = cudaDeviceSynchronize() == cudaSuccess;
    return cudaFree(sums) != cudaSuccess || !works;
}
