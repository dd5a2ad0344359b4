// Eight threads in warps of four do one thing of each kind, for test_recording.cpp.
#include <cuda_runtime.h>

#include <cstdlib>

__global__ void kernel(int* data, unsigned* counter) {
    __shared__ int sums[8];
    const int t = threadIdx.x;
    int own = data[t];
    sums[t] = own + 1;
    __syncthreads();
    const int left = __shfl_up_sync(0xffffffff, own, 1);
    if (t == 5) atomicAdd(counter, 3u);
    if (t == 6) atomicCAS(counter, 77u, 78u); // does not find 77, so it stores nothing
    data[t] = left + sums[7 - t];
}

__global__ void long_loop(int* data, int steps) {
    for (int i = 0; i < steps; ++i) data[threadIdx.x] += 1;
}

__global__ void race(int* data) { data[threadIdx.x / 2] = threadIdx.x; }

int main(int argc, char** argv) {
    int input[8], *data;
    unsigned* counter;
    for (int i = 0; i < 8; ++i) input[i] = 10 * i;
    cudaMalloc(&data, sizeof input);
    cudaMalloc(&counter, sizeof *counter);
    cudaMemset(counter, 0, sizeof *counter);
    cudaMemcpy(data, input, sizeof input, cudaMemcpyHostToDevice);
    kernel<<<1, 8>>>(data, counter);
    if (argc > 1) long_loop<<<1, 8>>>(data, std::atoi(argv[1]));
    if (argc > 2) race<<<1, 8>>>(data);
    cudaDeviceSynchronize();
    cudaFree(counter);
    cudaFree(data);
}
