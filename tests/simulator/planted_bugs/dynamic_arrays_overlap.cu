// Two arrays carved out of dynamic shared memory, the second one beginning half a tile too early. All
// accesses are in bounds, and barriers stand everywhere, but threads write over each other's cells.
#include "../corpus/device.cuh"

constexpr int BLOCK = 256;

__global__ void reverse_pairs(const int* input, int* output, int n) {
    extern __shared__ int memory[];
    int* keys = memory;
    int* places = memory + BLOCK / 2;
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    keys[t] = i < n ? input[i] : 0; // finds: race-shared
    places[t] = 1000 + t;           // finds: race-shared
    __syncthreads();

    if (i < n) output[i] = keys[BLOCK - 1 - t] + places[BLOCK - 1 - t];
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    reverse_pairs<<<4, BLOCK, 2 * BLOCK * sizeof(int)>>>(input.get(), output.get(), n);
    finish();
}
