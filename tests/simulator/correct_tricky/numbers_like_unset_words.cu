// Numbers that share three bytes with the words by which the simulator knows memory that nobody has set: a function gets them by
// a pointer, and the thread branches on what it gets back.
#include "../corpus/device.cuh"

constexpr int BLOCK = 256;
constexpr unsigned words[] = {0x9d3f7ac6, 0x7ffdb1c4, 0xfffdb1c4}; // each is one more than such a word
constexpr int WORDS = sizeof words / sizeof *words;

__host__ __device__ unsigned beside(unsigned word, int i) { return (word & ~0xffu) | ((word + static_cast<unsigned>(i) % 255) & 0xff); }

__device__ void fill(unsigned* own, const unsigned* input) {
    for (int k = 0; k < WORDS; ++k) own[k] = beside(input[k], static_cast<int>(threadIdx.x));
}

__global__ void count_odd(const unsigned* input, int* output) {
    unsigned own[WORDS];
    fill(own, input);
    int odd = 0;
    for (int k = 0; k < WORDS; ++k)
        if (own[k] % 2 == 1) ++odd;
    output[threadIdx.x] = odd;
}

int main() {
    const DeviceArray<unsigned> input(WORDS);
    const DeviceArray<int> output(BLOCK);
    check(cudaMemcpy(input.get(), words, sizeof words, cudaMemcpyHostToDevice));
    count_odd<<<1, BLOCK>>>(input.get(), output.get());
    finish();
    return verdict(output, [](int i) {
        int odd = 0;
        for (const unsigned word : words) odd += beside(word, i) % 2;
        return odd;
    });
}
