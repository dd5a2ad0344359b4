// One warp produces, another consumes, through a volatile flag in shared memory with fences of block
// scope: the block is never brought together by a barrier.
#include "../corpus/device.cuh"

constexpr int ROUNDS = 8;

__global__ void pipeline(const int* input, int* output) {
    __shared__ volatile int produced, consumed; // rounds
    __shared__ int buffer[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x == 0) {
        produced = 0;
        consumed = 0;
    }
    __syncthreads();

    if (threadIdx.x < 32) {
        for (int round = 0; round < ROUNDS; ++round) {
            if (lane == 0)
                while (consumed < round) {}
            __threadfence_block();
            __syncwarp();
            buffer[lane] = 2 * input[round * 32 + lane];
            __syncwarp();
            __threadfence_block();
            if (lane == 0) produced = round + 1;
        }
    } else {
        for (int round = 0; round < ROUNDS; ++round) {
            if (lane == 0)
                while (produced <= round) {}
            __threadfence_block();
            __syncwarp();
            output[round * 32 + lane] = buffer[31 - lane];
            __syncwarp();
            __threadfence_block();
            if (lane == 0) consumed = round + 1;
        }
    }
}

int main() {
    constexpr int n = ROUNDS * 32;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    pipeline<<<1, 64>>>(input.get(), output.get());
    finish();
    return verdict(output, [](int i) { return 2 * random_number(i / 32 * 32 + 31 - i % 32); });
}
