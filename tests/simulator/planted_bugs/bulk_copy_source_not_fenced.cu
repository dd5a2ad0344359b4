// What threads have written the copy engine need not see without a fence: __syncthreads() is none.
#include "../corpus/device.cuh"

#include <cuda/ptx>

namespace ptx = cuda::ptx;

constexpr int BLOCK = 64, TILES = 6;

__global__ void double_all(const int* input, int* output) {
    __shared__ alignas(16) int buffers[2][BLOCK];
    for (int tile = 0; tile < TILES; ++tile) {
        int* const buffer = buffers[tile % 2];
        if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>{});
        __syncthreads();                                             // the copy before the last one has read the buffer
        buffer[threadIdx.x] = 2 * input[tile * BLOCK + threadIdx.x]; // finds: race-shared
        __syncthreads();
        if (threadIdx.x == 0) {
            ptx::cp_async_bulk( // finds: race-shared
                ptx::space_global, ptx::space_shared, output + tile * BLOCK, buffer, sizeof buffers[0]);
            ptx::cp_async_bulk_commit_group();
        }
    }
    if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
}

int main() {
    constexpr int n = TILES * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    double_all<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
