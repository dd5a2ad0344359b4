// The array on the host's stack is too small for what is copied: on a GPU the host may crash, or go on
// with a stack in which anything stands.
#include "../corpus/device.cuh"

int main() {
    constexpr int n = 1000;
    const RandomNumbers numbers(n);
    int results[100];
    constexpr auto down = cudaMemcpyDeviceToHost;
    check(cudaMemcpy(results, numbers.get(), numbers.bytes(), down)); // finds: bad-copy
}
