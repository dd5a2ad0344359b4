// The default constructor of a shared object ran in every thread of the block.
#include "../corpus/device.cuh"

#include <new>

struct Carry {
    int sum;
    __device__ Carry() : sum(0) {} // finds: race-shared
};

constexpr int BLOCK = 64;

__global__ void upsweep(const int* input, int* output) {
    __shared__ alignas(Carry) unsigned char storage[sizeof(Carry)];
    Carry& carry = *reinterpret_cast<Carry*>(storage);
#ifdef FIXED
    if (threadIdx.x == 0)
#endif
        new (storage) Carry;
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == BLOCK - 1) carry.sum = input[threadIdx.x]; // finds: race-shared
    __syncthreads();
    output[threadIdx.x] = carry.sum;
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    upsweep<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
