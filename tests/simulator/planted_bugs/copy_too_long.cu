// An inclusive scan's result is fetched into an array with
// room for a leading zero, and with that array's size.
#include "../corpus/device.cuh"

int main() {
    constexpr int n = 1000;
    const RandomNumbers sums(n);
    int offsets[n + 1];
    check(cudaMemcpy(offsets, sums.get(), sizeof offsets, cudaMemcpyDeviceToHost)); // finds: bad-copy
}
