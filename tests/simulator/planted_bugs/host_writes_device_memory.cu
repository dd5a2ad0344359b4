// The host fills an array that only the device can reach.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void double_all(int* numbers) { numbers[threadIdx.x] *= 2; } // finds: maybe uninitialized

int main() {
    const DeviceArray<int> numbers(BLOCK);
    for (int i = 0; i < BLOCK; ++i) numbers.get()[i] = i; // finds: out-of-bounds
    double_all<<<1, BLOCK>>>(numbers.get());
    finish();
}
