// Kernels with __launch_bounds__ in blocks that they allow, of a size that the occupancy functions know
// of.
#include "../corpus/device.cuh"

template <int BLOCK, class... T>
__launch_bounds__(BLOCK, 1) __global__ void add_to(int* output, T... values) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    output[i] = (i + ... + values);
}

__global__ void __launch_bounds__(256) double_all(int* output) { output[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }

int main() {
    constexpr int n = 512;
    const DeviceArray<int> output(n);
    add_to<128><<<n / 128, 128>>>(output.get(), 1, 2);
    int grid = 0, block = 0;
    check(cudaOccupancyMaxPotentialBlockSize(&grid, &block, double_all));
    if (block > 256 || n % block != 0) return 1;
    double_all<<<n / block, block>>>(output.get());
    cudaFuncAttributes attributes;
    check(cudaFuncGetAttributes(&attributes, double_all));
    if (attributes.maxThreadsPerBlock != 256) return 1;
    finish();
    return verdict(output, [](int i) { return 2 * (i + 3); });
}
