// The last block launches the kernel that scans the totals, and waits for it, which no kernel can since CUDA 12. (nvcc refuses
// a kernel that calls the function itself, but of a function for both sides it only warns.)
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void scan_totals(int* totals, int n) {
    for (int i = 1; i < n && threadIdx.x == 0; ++i) totals[i] += totals[i - 1];
}

__host__ __device__ void wait_for_all() {
    cudaDeviceSynchronize(); // finds: host-call
}

__global__ void sum_tiles(const int* input, int* totals, unsigned* done) {
    if (threadIdx.x != 0) return;
    int total = 0;
    for (int i = 0; i < BLOCK; ++i) total += input[blockIdx.x * BLOCK + i];
    totals[blockIdx.x] = total;
    __threadfence();
    if (atomicAdd(done, 1u) + 1 != gridDim.x) return;
    scan_totals<<<1, 32>>>(totals, gridDim.x);
    wait_for_all();
    *done = totals[gridDim.x - 1] > 0;
}

int main() {
    constexpr int blocks = 4;
    const RandomNumbers input(blocks * BLOCK);
    const DeviceArray<int> totals(blocks);
    const DeviceArray<unsigned> done(1);
    done.clear();
    sum_tiles<<<blocks, BLOCK>>>(input.get(), totals.get(), done.get());
    finish();
}
