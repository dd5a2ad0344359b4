// A functor takes along a limit that only one branch of the host sets.
#include "../corpus/device.cuh"

struct Clamp {
    const int* input;
    int* output;
    int limit;
    __device__ void operator()(int i) const {
        output[i] = input[i] < limit ? input[i] : limit; // finds: uninitialized
    }
};

template <class Functor>
__global__ void for_each(int n, Functor functor) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) functor(i);
}

int main(int argc, char**) {
    constexpr int n = 512;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    int limit;
    if (argc > 1) limit = 20;
    for_each<<<2, 256>>>(n, Clamp{input.get(), output.get(), limit});
    finish();
}
