// A kernel reads memory of another device, to which its own has no access: it was enabled in the other direction only.
// runs with: SCANLAB_SIM_DEVICES=2
#include "../corpus/device.cuh"

constexpr int N = 64;

__global__ void add(const int* own, const int* of_peer, int* sum) {
    const int i = threadIdx.x;
    sum[i] = own[i] + of_peer[i]; // finds: out-of-bounds
}

int main() {
    int *arrays[2], *sum = nullptr;
    for (int device = 0; device < 2; ++device) {
        check(cudaSetDevice(device));
        check(cudaMalloc(&arrays[device], N * sizeof(int)));
        check(cudaMemset(arrays[device], device, N * sizeof(int)));
        finish();
    }
    check(cudaDeviceEnablePeerAccess(0, 0)); // of device 1
    check(cudaSetDevice(0));
    check(cudaMalloc(&sum, N * sizeof(int)));
    add<<<1, N>>>(arrays[0], arrays[1], sum);
    finish();
}
