// The vector on the host has an element for each block, but one for each thread is copied.
#include "../corpus/device.cuh"

#include <vector>

int main() {
    constexpr int n = 1000;
    const RandomNumbers numbers(n);
    std::vector<int> results(n / 10);
    constexpr auto down = cudaMemcpyDeviceToHost;
    check(cudaMemcpy(results.data(), numbers.get(), numbers.bytes(), down)); // finds: bad-copy
}
