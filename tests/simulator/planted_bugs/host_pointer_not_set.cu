// The host reads the result by a pointer for which nobody has allocated memory.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void square(const int* input, int* output) { output[threadIdx.x] = input[threadIdx.x] * input[threadIdx.x]; }

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    square<<<1, BLOCK>>>(input.get(), output.get());
    finish();
    const int* volatile result = nullptr;
    std::printf("%d\n", result[BLOCK - 1]); // finds: host-crash
}
