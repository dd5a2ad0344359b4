// Both pointers lead to device memory, but the direction says otherwise. GPUs make the copy all the
// same.
#include "../corpus/device.cuh"

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> copy(n);
    constexpr auto up = cudaMemcpyHostToDevice;
    check(cudaMemcpy(copy.get(), input.get(), n * sizeof(int), up)); // finds: warning bad-copy
    finish();
}
