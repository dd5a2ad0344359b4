// Dynamic shared memory carved up in one way for the first phase and in another for the second: arrays
// overlap that are never alive together.
#include "../corpus/device.cuh"

constexpr int BLOCK = 96;

__global__ void two_phases(const int* input, int* output) {
    extern __shared__ double memory[];
    auto* bytes = reinterpret_cast<unsigned char*>(memory); // BLOCK
    auto* values = reinterpret_cast<int*>(memory) + BLOCK;  // BLOCK, after the bytes
    auto* pairs = reinterpret_cast<int2*>(memory);          // BLOCK, over both
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    bytes[t] = static_cast<unsigned char>(input[i] + 50);
    values[t] = input[i];
    __syncthreads();
    const int2 pair{bytes[BLOCK - 1 - t], values[(t + 1) % BLOCK]};
    __syncthreads();
    pairs[t] = pair;
    __syncthreads();
    const int2 other = pairs[t ^ 1];
    output[i] = other.x + 1000 * other.y;
}

int main() {
    constexpr int n = 3 * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    two_phases<<<3, BLOCK, BLOCK * sizeof(int2)>>>(input.get(), output.get());
    finish();
    return verdict(output, [](int i) {
        const int block = i / BLOCK * BLOCK, t = i % BLOCK ^ 1;
        return random_number(block + BLOCK - 1 - t) + 50 + 1000 * random_number(block + (t + 1) % BLOCK);
    });
}
