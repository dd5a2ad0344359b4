// The block ends while the last copies may still read its shared memory, which another block gets then.
#include "../corpus/device.cuh"

#include <cuda/ptx>

namespace ptx = cuda::ptx;

constexpr int BLOCK = 64, TILES = 6;

__global__ void double_all(const int* input, int* output) {
    __shared__ alignas(16) int buffers[2][BLOCK];
    for (int tile = 0; tile < TILES; ++tile) {
        int* const buffer = buffers[tile % 2];
        if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>{});
        __syncthreads(); // the copy before the last one has read the buffer
        buffer[threadIdx.x] = 2 * input[tile * BLOCK + threadIdx.x];
        ptx::fence_proxy_async(ptx::space_shared);
        __syncthreads();
        if (threadIdx.x == 0) {
            ptx::cp_async_bulk( // finds: race-shared
                ptx::space_global, ptx::space_shared, output + tile * BLOCK, buffer, sizeof buffers[0]);
            ptx::cp_async_bulk_commit_group();
        }
    }
}

int main() {
    constexpr int n = TILES * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    double_all<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
