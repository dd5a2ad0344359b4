// Lesson 01 with one array instead of two: a step overwrites
// elements that other threads, and other blocks, have still to read.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void hillis_steele_step(int* sums, int n, int distance) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    sums[i] = i >= distance ? sums[i] + sums[i - distance] : sums[i]; // finds: race-global
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers sums(n);
    for (int distance = 1; distance < n; distance *= 2) hillis_steele_step<<<8, BLOCK>>>(sums.get(), n, distance);
    finish();
}
