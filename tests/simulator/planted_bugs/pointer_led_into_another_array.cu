// An index leads so far out of its array that there is another one: no less wrong, and it is the pointer's own array that is named.
// every marked place has to be found
#include "../corpus/device.cuh"

constexpr int LANES = 32, LARGE = 4096;

__global__ void before_the_first(const int* input, int* output, int distance) {
    output[threadIdx.x] = input[static_cast<int>(threadIdx.x) - distance]; // finds: out-of-bounds
}
__global__ void behind_the_last(int* input, int distance) {
    input[threadIdx.x + distance] = 1; // finds: out-of-bounds
}
__device__ int table[LANES], other_table[LARGE];
__global__ void in_device_variables(int* output, int distance) {
    int* const values = table;
    output[threadIdx.x] = values[threadIdx.x + distance] + other_table[threadIdx.x]; // finds: out-of-bounds
}

int main() {
    const DeviceArray<int> first(LARGE), input(LANES), output(LANES), last(LARGE);
    for (const auto* array : {&first, &input, &last}) array->clear();
    before_the_first<<<1, LANES>>>(input.get(), output.get(), 2048);
    cudaDeviceSynchronize();
    check(cudaDeviceReset());
    behind_the_last<<<1, LANES>>>(input.get(), static_cast<int>(last.get() - input.get()) + 100);
    cudaDeviceSynchronize();
    check(cudaDeviceReset());
    in_device_variables<<<1, LANES>>>(output.get(), 200);
    cudaDeviceSynchronize();
    check(cudaDeviceReset());
}
