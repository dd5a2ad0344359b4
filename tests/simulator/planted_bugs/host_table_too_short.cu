// More is copied to the device than the host's table has.
#include "../corpus/device.cuh"

int table[900];

int main() {
    constexpr int n = 1000;
    const DeviceArray<int> numbers(n);
    check(cudaMemcpy(numbers.get(), table, numbers.bytes(), cudaMemcpyHostToDevice)); // finds: bad-copy
}
