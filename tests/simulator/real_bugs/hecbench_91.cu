// The last six levels of a sum have nothing between them that synchronises the warp.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__device__ void sum_of_warp(int* s, unsigned t) {
#ifdef FIXED
    int v = s[t];
    for (unsigned distance = 32; distance > 0; distance /= 2) {
        v += s[t + distance];
        __syncwarp();
        s[t] = v;
        __syncwarp();
    }
#else
    for (unsigned distance = 32; distance > 0; distance /= 2) s[t] += s[t + distance]; // finds: race-shared
#endif
}

__global__ void inner_product(const int* a, const int* b, int* output) {
    __shared__ int s[BLOCK];
    const unsigned t = threadIdx.x;
    s[t] = a[t] * b[t];
    __syncthreads();
    if (t < 32) sum_of_warp(s, t);
    if (t == 0) *output = s[0];
}

int main() {
    const RandomNumbers a(BLOCK), b(BLOCK);
    const DeviceArray<int> output(1);
    inner_product<<<1, BLOCK>>>(a.get(), b.get(), output.get());
    finish();
}
