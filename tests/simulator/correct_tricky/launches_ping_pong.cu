// Lesson 01: between two launches nothing needs to be ordered by hand, not even where one reads what
// another block has written in the launch before.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void hillis_steele_step(const int* from, int* to, int n, int distance) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) to[i] = i >= distance ? from[i] + from[i - distance] : from[i];
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers first(n);
    const DeviceArray<int> second(n);
    const int* from = first.get();
    int* to = second.get();
    int* other = first.get();
    for (int distance = 1; distance < n; distance *= 2) {
        hillis_steele_step<<<8, BLOCK>>>(from, to, n, distance);
        from = to;
        to = other;
        other = const_cast<int*>(from);
    }
    finish();
    return verdict(first, InclusiveScan{});
}
