// A compressor may write a word per thread. Its output was given as many words as the input has, and a few more.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void compress(const int* input, int* output, int size) {
    const int i = static_cast<int>(blockIdx.x * BLOCK + threadIdx.x);
    const int residual = (i < size ? input[i] : 0) + 1;
    output[1 + i] = residual; // finds: out-of-bounds
    if (i == 0) output[0] = size;
}

int main() {
    constexpr int size = 10, chunks = (size + BLOCK - 1) / BLOCK;
    const RandomNumbers input(size);
#ifdef FIXED
    const DeviceArray<int> output(1 + chunks * BLOCK);
#else
    const DeviceArray<int> output(1 + size + (size + 63) / 64);
#endif
    compress<<<chunks, BLOCK>>>(input.get(), output.get(), size);
    finish();
}
