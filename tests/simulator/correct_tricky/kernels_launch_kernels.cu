// Launches by kernels: children see what was written before, and a tail launch sees what they have written.
#include "../corpus/device.cuh"

constexpr int CHILDREN = 8;

__global__ void fill(int* out, int begin, int count) {
    const int i = static_cast<int>(threadIdx.x);
    if (i < count) out[begin + i] += begin + i;
}

__global__ void halve(int* out, int begin, int count) {
    if (threadIdx.x != 0) return;
    if (count <= CHILDREN) {
        fill<<<1, 32>>>(out, begin, count);
    } else {
        cudaStream_t stream;
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        halve<<<1, 32, 0, stream>>>(out, begin, count / 2);
        cudaStreamDestroy(stream);
        halve<<<1, 32, 0, cudaStreamFireAndForget>>>(out, begin + count / 2, count - count / 2);
    }
}

__global__ void sum_up(int* out, int count) {
    for (int i = 0; i < count; ++i) out[count] += out[i];
}

__global__ void parent(int* out, int count) {
    if (threadIdx.x == 0) sum_up<<<1, 1, 0, cudaStreamTailLaunch>>>(out, count);
    for (int i = static_cast<int>(threadIdx.x); i <= count; i += static_cast<int>(blockDim.x)) out[i] = 1;
    __syncthreads();
    if (threadIdx.x == 0) halve<<<1, 32>>>(out, 0, count);
    if (threadIdx.x == 0 && cudaGetLastError() != cudaSuccess) out[count] = -1;
}

int main() {
    constexpr int n = 100;
    const DeviceArray<int> output(n + 1);
    parent<<<1, 64>>>(output.get(), n);
    finish();
    return verdict(output, [](int i) { return i < n ? i + 1 : n * (n + 1) / 2 + 1; });
}
