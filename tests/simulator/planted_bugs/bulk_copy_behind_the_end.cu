// The last tile is shorter, but is copied whole: the copy reads past the end of the array.
#include "../corpus/device.cuh"

#include <cuda/ptx>

namespace ptx = cuda::ptx;

constexpr int TILE = 64, TILES = 4;

__global__ void double_all(const int* input, int* output) {
    __shared__ alignas(16) int tile[TILE];
    __shared__ std::uint64_t arrived;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, 1);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    for (int t = 0; t < TILES; ++t) {
        if (threadIdx.x == 0) {
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived, sizeof tile);
            ptx::cp_async_bulk( // finds: out-of-bounds
                ptx::space_cluster, ptx::space_global, tile, input + t * TILE, sizeof tile, &arrived);
        }
        while (!ptx::mbarrier_try_wait_parity(&arrived, t & 1)) {}
        output[t * TILE + threadIdx.x] = 2 * tile[threadIdx.x];
        ptx::fence_proxy_async(ptx::space_shared);
        __syncthreads();
    }
}

int main() {
    const RandomNumbers input(TILES * TILE - 20);
    const DeviceArray<int> output(TILES * TILE);
    double_all<<<1, TILE>>>(input.get(), output.get());
    finish();
}
