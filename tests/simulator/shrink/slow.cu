// Takes as long as its size says, but only if its kernel runs: the host sleeps for what that has computed.
#include <cuda_runtime.h>

#include <unistd.h>

#include <cstdlib>

#define BLOCK 256          // no size: halved, the blocks have another shape
#define N (64 * (1 << 14)) // the size
const int no_size = 4096;  // nothing is launched by it

__global__ void count(int* threads) {
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) *threads = gridDim.x * blockDim.x;
}

int main(int, char** arguments) {
    const int n = arguments[1] ? std::atoi(arguments[1]) : N;
    int* device = nullptr;
    cudaMalloc(&device, sizeof *device);
    cudaMemset(device, 0, sizeof *device);
    count<<<n / BLOCK, BLOCK>>>(device);
    int threads = 0;
    cudaMemcpy(&threads, device, sizeof threads, cudaMemcpyDeviceToHost);
    cudaFree(device);
    usleep(20u * static_cast<unsigned>(threads));
    return no_size - 4096;
}
