// A kernel fails that works in managed memory. The host, which looks at it all the same, does so after everything has ended.
#include "../corpus/device.cuh"

__global__ void divide_into(int* parts, int size) {
    parts[threadIdx.x] = size / static_cast<int>(blockDim.x);
    if (size % blockDim.x != 0) __trap(); // finds: trap
}

int main() {
    int* parts = nullptr;
    check(cudaMallocManaged(&parts, 64 * sizeof(int)));
    check(cudaMemset(parts, 0, 64 * sizeof(int)));
    divide_into<<<1, 64>>>(parts, 100);
    check(cudaDeviceSynchronize());
    int sum = 0;
    for (int i = 0; i < 64; ++i) sum += parts[i];
    std::printf("%d\n", sum);
    check(cudaFree(parts));
}
