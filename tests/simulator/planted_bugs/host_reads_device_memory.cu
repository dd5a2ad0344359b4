// The last sum is printed where it stands, on the device, instead of being copied first.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void square(const int* input, int* output) { output[threadIdx.x] = input[threadIdx.x] * input[threadIdx.x]; }

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    square<<<1, BLOCK>>>(input.get(), output.get());
    finish();
    std::printf("%d\n", output.get()[BLOCK - 1]); // finds: out-of-bounds
}
