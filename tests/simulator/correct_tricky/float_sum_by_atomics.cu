// Blocks add their sums of floats to a total, in any order: right but for rounding, and with other bits
// in other runs. No order of blocks makes it wrong.
#include "../corpus/device.cuh"

#include <cmath>

constexpr int BLOCK = 64, BLOCKS = 40;

__device__ float element(int i) { return 1.F / static_cast<float>(i + 1); }

__global__ void add_up(float* total) {
    __shared__ float sums[BLOCK];
    sums[threadIdx.x] = element(blockIdx.x * BLOCK + threadIdx.x);
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    }
    if (threadIdx.x == 0) atomicAdd(total, sums[0]);
}

int main() {
    const DeviceArray<float> total(1);
    total.clear();
    add_up<<<BLOCKS, BLOCK>>>(total.get());
    finish();
    float sum;
    cudaMemcpy(&sum, total.get(), sizeof sum, cudaMemcpyDeviceToHost);
    std::printf("%.9g\n", sum);
    double right = 0;
    for (int i = 1; i <= BLOCK * BLOCKS; ++i) right += 1. / i;
    return std::abs(sum - right) < BLOCKS * 0x1p-24 * right ? 0 : 1;
}
