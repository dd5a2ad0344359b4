// Blocks of 48 and of 33 threads: a full mask names lanes that the last warp does not have, which is
// allowed, and a barrier waits for no thread that never was.
#include "../corpus/device.cuh"

__global__ void sum_up(const int* input, int* sums) {
    __shared__ int total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    int value = input[blockIdx.x * blockDim.x + threadIdx.x];
    const unsigned positive = __ballot_sync(0xffffffffu, value > 0);
    __syncwarp();
    if (threadIdx.x % 32 == 0) atomicAdd(&total, __popc(positive));
    atomicAdd(&total, 100 * value);
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = total;
}

int summed_up_right(int threads) {
    constexpr int blocks = 4;
    const RandomNumbers input(blocks * threads);
    const DeviceArray<int> sums(blocks);
    sum_up<<<blocks, threads>>>(input.get(), sums.get());
    finish();
    return verdict(sums, [=](int block) {
        int sum = 0;
        for (int i = block * threads; i < (block + 1) * threads; ++i) sum += 100 * random_number(i) + (random_number(i) > 0);
        return sum;
    });
}

int main() { return summed_up_right(48) | summed_up_right(33); }
