// A bulk copy moves 16 bytes at a time, from a multiple of 16: with a halo of one element it cannot.
#include "../corpus/device.cuh"

#include <cuda/ptx>

namespace ptx = cuda::ptx;

constexpr int TILE = 64, TILES = 4;

__global__ void double_all(const int* input, int* output) {
    __shared__ alignas(16) int tile[TILE + 4];
    __shared__ std::uint64_t arrived;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, 1);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    for (int t = 0; t < TILES; ++t) {
        if (threadIdx.x == 0) {
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived, TILE * sizeof(int));
            ptx::cp_async_bulk( // finds: misaligned
                ptx::space_cluster, ptx::space_global, tile + 1, input + t * TILE, TILE * sizeof(int), &arrived);
        }
        while (!ptx::mbarrier_try_wait_parity(&arrived, t & 1)) {}
        output[t * TILE + threadIdx.x] = tile[threadIdx.x + 1] - (threadIdx.x > 0 ? tile[threadIdx.x] : 0);
        __syncthreads();
    }
}

int main() {
    const RandomNumbers input(TILES * TILE);
    const DeviceArray<int> output(TILES * TILE);
    double_all<<<1, TILE>>>(input.get(), output.get());
    finish();
}
