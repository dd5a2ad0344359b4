// Lesson 01 in one cooperative launch, with __syncthreads() where grid.sync() should stand: each block
// waits for itself, and reads what its neighbours may still be writing.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void hillis_steele(int* from, int* to, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    for (int distance = 1; distance < n; distance *= 2) {
        if (i < n) to[i] = i >= distance ? from[i] + from[i - distance] : from[i]; // finds: race-global
        __syncthreads();
        int* const written = to;
        to = from;
        from = written;
    }
}

int main() {
    int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> other(n);
    other.clear();
    int *from = input.get(), *to = other.get();
    void* arguments[] = {&from, &to, &n};
    check(cudaLaunchCooperativeKernel(hillis_steele, 8, BLOCK, arguments));
    finish();
}
