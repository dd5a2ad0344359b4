// A buffer is freed on the default stream, and was used last on one that the default stream does not wait for.
#include "../corpus/device.cuh"

__global__ void upload(int* grid) { grid[threadIdx.x] = 7; } // finds: use-after-free

int main() {
    cudaStream_t stream;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    int* grid;
    check(cudaMallocAsync(&grid, 32 * sizeof(int), stream));
    upload<<<1, 32, 0, stream>>>(grid);
    check(cudaGetLastError());
#ifdef FIXED
    check(cudaFreeAsync(grid, stream));
#else
    check(cudaFreeAsync(grid, nullptr)); // finds: use-after-free
#endif
    finish();
    check(cudaStreamDestroy(stream));
}
