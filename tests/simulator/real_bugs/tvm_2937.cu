// A generated kernel reduces in a loop. Its first store of a round may come before others have read the last result.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void reduce_rows(const int* input, int* output, int rows) {
    __shared__ int buffer[BLOCK];
    const unsigned t = threadIdx.x;
    for (int row = 0; row < rows; ++row) {
#ifdef FIXED
        __syncthreads();
#endif
        buffer[t] = input[row * BLOCK + t]; // finds: race-shared
        __syncthreads();
        for (unsigned half = BLOCK / 2; half > 0; half /= 2) {
            if (t < half) buffer[t] += buffer[t + half];
            __syncthreads();
        }
        output[row * BLOCK + t] = buffer[0]; // finds: race-shared
    }
}

int main() {
    constexpr int rows = 3;
    const RandomNumbers input(rows * BLOCK);
    const DeviceArray<int> output(rows * BLOCK);
    reduce_rows<<<1, BLOCK>>>(input.get(), output.get(), rows);
    finish();
}
