// The input is brought to the device with the direction of the way back.
#include "../corpus/device.cuh"

int main() {
    constexpr int n = 1000;
    int numbers[n];
    for (int i = 0; i < n; ++i) numbers[i] = random_number(i);
    const DeviceArray<int> input(n);
    check(cudaMemcpy(input.get(), numbers, sizeof numbers, cudaMemcpyDeviceToHost)); // finds: bad-copy
}
