// An array is moved a place to the right with cudaMemcpy, whose two sides must not overlap.
#include "../corpus/device.cuh"

int main() {
    constexpr int n = 1000;
    const RandomNumbers sums(n);
    constexpr std::size_t bytes = (n - 1) * sizeof(int);
    int* to = sums.get() + 1;
    check(cudaMemcpy(to, sums.get(), bytes, cudaMemcpyDeviceToDevice)); // finds: bad-copy
}
