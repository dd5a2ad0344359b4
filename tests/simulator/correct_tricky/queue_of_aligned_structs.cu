// Items that are aligned to 16 bytes and fill 12 go through a ring in shared memory, whole.
#include "../corpus/device.cuh"

constexpr int BLOCK = 32, SLOTS = 4;

struct alignas(16) Item {
    int a, b, c;
};

__device__ Item item_of(int number) { return {number, 2 * number, 3 * number}; }

__global__ void pass_on(int* output, int rounds) {
    __shared__ Item ring[SLOTS][BLOCK];
    const int t = threadIdx.x;
    int sum = 0;
    for (int round = 0; round < rounds; ++round) {
        ring[round % SLOTS][t] = item_of(round + t);
        __syncthreads();
        const Item item = ring[round % SLOTS][BLOCK - 1 - t];
        sum += item.a + item.b + item.c;
        if (round % SLOTS == SLOTS - 1) __syncthreads();
    }
    output[t] = sum;
}

int main() {
    constexpr int rounds = 10;
    const DeviceArray<int> output(BLOCK);
    pass_on<<<1, BLOCK>>>(output.get(), rounds);
    finish();
    return verdict(output, [](int t) {
        int sum = 0;
        for (int round = 0; round < rounds; ++round) sum += 6 * (round + BLOCK - 1 - t);
        return sum;
    });
}
