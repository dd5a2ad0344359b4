// Of two kernels, one is launched on the caller's stream, and one on the default stream.
#include "../corpus/device.cuh"

__global__ void build(int* grid) { grid[threadIdx.x] = static_cast<int>(threadIdx.x); }              // finds: race-stream
__global__ void read(const int* grid, int* output) { output[threadIdx.x] = grid[31 - threadIdx.x]; } // finds: race-stream

int main() {
    cudaStream_t current;
    check(cudaStreamCreateWithFlags(&current, cudaStreamNonBlocking));
    const DeviceArray<int> grid(32), output(32);
#ifdef FIXED
    build<<<1, 32, 0, current>>>(grid.get());
#else
    build<<<1, 32>>>(grid.get());
#endif
    read<<<1, 32, 0, current>>>(grid.get(), output.get());
    finish();
    check(cudaStreamDestroy(current));
}
