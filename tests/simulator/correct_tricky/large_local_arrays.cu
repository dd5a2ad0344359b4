// A thread's own array may be large: a GPU keeps it in local memory, of which a thread can have 512
// KiB. Recursion needs cudaLimitStackSize.
#include "../corpus/device.cuh"

constexpr int BLOCK = 32, SIZE = 60000;

__global__ void reverse_own(int* output) {
    int own[SIZE];
    for (int k = 0; k < SIZE; ++k) own[k] = k;
    output[threadIdx.x] = own[SIZE - 1 - threadIdx.x];
}

__device__ int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
__global__ void go_deep(int* output) { output[threadIdx.x] += depth(200 + threadIdx.x); }

int main() {
    const DeviceArray<int> output(BLOCK);
    reverse_own<<<1, BLOCK>>>(output.get());
    check(cudaDeviceSetLimit(cudaLimitStackSize, 64 * 1024));
    go_deep<<<1, BLOCK>>>(output.get());
    finish();
    return verdict(output, [](int) { return SIZE - 1 + 200; });
}
