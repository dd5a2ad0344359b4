// Two launches, one after the other, write the same words by bulk copies: those of the first have long
// ended when the second begins.
#include "../corpus/device.cuh"

#include <cuda/ptx>

namespace ptx = cuda::ptx;

constexpr int BLOCK = 64;

__global__ void double_all(const int* input, int* output) {
    __shared__ alignas(16) int tile[BLOCK];
    const int first = blockIdx.x * BLOCK;
    tile[threadIdx.x] = 2 * input[first + threadIdx.x];
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, output + first, tile, sizeof tile);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
}

int main() {
    constexpr int blocks = 4, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    for (int call = 0; call < 2; ++call) {
        double_all<<<blocks, BLOCK>>>(input.get(), output.get());
        finish();
    }
}
