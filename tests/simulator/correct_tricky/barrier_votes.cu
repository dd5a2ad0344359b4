// Barriers that count and vote order memory like __syncthreads()
// does: what was written before them may be read after them.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void bubble_sort(const int* input, int* output, int* positive) {
    __shared__ int values[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;
    values[t] = input[i];
    const int count = __syncthreads_count(input[i] > 0);

    int parity = 0, calm_rounds = 0;
    while (calm_rounds < 2) { // odd-even transposition sort, until nobody swaps any more
        bool swapped = false;
        if (t % 2 == parity && t + 1 < BLOCK && values[t] > values[t + 1]) {
            const int left = values[t];
            values[t] = values[t + 1];
            values[t + 1] = left;
            swapped = true;
        }
        calm_rounds = __syncthreads_or(swapped) ? 0 : calm_rounds + 1;
        parity = 1 - parity;
    }

    output[i] = values[t];
    if (t == 0) positive[blockIdx.x] = count;
}

int main() {
    constexpr int blocks = 2, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n), positive(blocks);
    bubble_sort<<<blocks, BLOCK>>>(input.get(), output.get(), positive.get());
    finish();

    for (int i = 1; i < n; ++i)
        if (i % BLOCK != 0 && output[i - 1] > output[i]) return 1;
    return verdict(positive, [](int block) {
        int count = 0;
        for (int t = 0; t < BLOCK; ++t) count += random_number(block * BLOCK + t) > 0;
        return count;
    });
}
