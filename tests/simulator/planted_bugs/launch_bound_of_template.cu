// A kernel template is bounded by its argument, which is the block size of another instance.
#include "../corpus/device.cuh"

template <int BLOCK, class T>
__global__ void __launch_bounds__(BLOCK, 2) triple(const T* input, T* output) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    output[i] = 3 * input[i];
}

int main() {
    constexpr int n = 512;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    triple<256><<<2, 256>>>(input.get(), output.get());
    triple<64><<<2, 256>>>(input.get(), output.get()); // finds: invalid-launch
    finish();
}
