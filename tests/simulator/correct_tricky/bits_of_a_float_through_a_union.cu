// Floats sorted as integers: a union turns bits into a key and back, in registers and in shared memory.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

union Bits {
    float value;
    unsigned key;
};

__device__ unsigned key_of(float value) {
    Bits bits;
    bits.value = value;
    return bits.key & 0x80000000u ? ~bits.key : bits.key | 0x80000000u;
}

__global__ void rank(const int* input, int* output) {
    __shared__ Bits values[BLOCK];
    const int t = threadIdx.x;
    values[t].value = 0.5f * input[t];
    __syncthreads();
    const unsigned own = key_of(values[t].value);
    int smaller = 0;
    for (const Bits& other : values) smaller += key_of(other.value) < own;
    output[t] = smaller;
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    rank<<<1, BLOCK>>>(input.get(), output.get());
    finish();
    return verdict(output, [](int t) {
        int smaller = 0;
        for (int i = 0; i < BLOCK; ++i) smaller += random_number(i) < random_number(t);
        return smaller;
    });
}
