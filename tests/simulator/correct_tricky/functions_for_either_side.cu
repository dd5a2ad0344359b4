// __CUDA_ARCH__ says which half of a function is the device's; a file asks it which GPU it is compiled
// for.
#include "../corpus/device.cuh"

#define EITHER_SIDE __host__ __device__

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
__device__ double atomicAdd(double* address, double value); // GPUs before Pascal have none
#endif

EITHER_SIDE int number_of_ones(unsigned bits) {
#ifdef __CUDA_ARCH__
    const int ones = __popc(bits);
#else
    int ones = 0;
    for (; bits != 0; bits &= bits - 1) ++ones;
#endif
    return ones;
}

struct Side {
    int value;
    EITHER_SIDE int get() const {
#if !defined(__CUDA_ARCH__)
        return value;
#elif __CUDA_ARCH__ >= 600
        return -value;
#else
#error "a GPU of the past"
#endif
    }
};

__global__ void ask(int* output) {
#ifndef __CUDA_ARCH__
    this is no code of the device
#endif
        output[threadIdx.x] = number_of_ones(threadIdx.x) * Side{10}.get();
}

int main() {
    const DeviceArray<int> output(64);
    ask<<<1, 64>>>(output.get());
    finish();
    return verdict(output, [](int i) { return -number_of_ones(static_cast<unsigned>(i)) * Side{10}.get(); });
}
