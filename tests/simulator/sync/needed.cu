// Correct kernels with synchronisations that no result shows to be needed: the rules of PTX, of CUB and of launches by
// kernels ask for them. verdicts.sh reads the verdicts at the ends of lines.
#include <cub/warp/warp_scan.cuh>
#include <cuda_runtime.h>

constexpr int threads = 64, blocks = 4;
__device__ int numbers[threads], totals[blocks], sum;
__device__ unsigned tickets;

__global__ void add_up() {
    if (threadIdx.x != 0) return;
    totals[blockIdx.x] = static_cast<int>(blockIdx.x);
    __threadfence();                                      // needed
    if (atomicAdd(&tickets, 1u) != gridDim.x - 1) return; // needed
    __threadfence();                                      // needed
    for (const int total : totals) sum += total;
}

__global__ void scan_twice() {
    using Scan = cub::WarpScan<int>;
    __shared__ typename Scan::TempStorage storage[threads / 32];
    int once, again;
    Scan(storage[threadIdx.x / 32]).InclusiveSum(1, once);
    __syncwarp(); // needed
    Scan(storage[threadIdx.x / 32]).InclusiveSum(2, again);
    numbers[threadIdx.x] = again - once;
}

__global__ void count_down() { numbers[threadIdx.x] -= numbers[threadIdx.x] / 2; }
__global__ void count_up_and_down() {
    numbers[threadIdx.x] = static_cast<int>(threadIdx.x);
    __syncthreads(); // needed
    if (threadIdx.x == 0) count_down<<<1, threads>>>();
}

int main() {
    add_up<<<blocks, 32>>>();
    scan_twice<<<1, threads>>>();
    count_up_and_down<<<1, threads>>>();
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
