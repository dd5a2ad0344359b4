// Tiles travel through a ring of shared memory: one warp starts bulk copies and waits only for places
// in the ring, the others wait only for tiles. Nothing brings the block together.
#include "../corpus/device.cuh"

#include <cuda/ptx>

namespace ptx = cuda::ptx;

constexpr int BLOCK = 64, TILE = 128, STAGES = 2, TILES = 7;

__device__ void wait(std::uint64_t* barrier, int phase) {
    while (!ptx::mbarrier_try_wait_parity(barrier, phase & 1)) {}
}

__global__ void sum_tiles(const int* input, int* sums) {
    __shared__ alignas(16) int ring[STAGES][TILE];
    __shared__ std::uint64_t full[STAGES], empty[STAGES];
    if (threadIdx.x == 0) {
        for (int stage = 0; stage < STAGES; ++stage) {
            ptx::mbarrier_init(&full[stage], 1);
            ptx::mbarrier_init(&empty[stage], BLOCK);
        }
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();

    if (threadIdx.x == BLOCK) {
        for (int tile = 0; tile < TILES; ++tile) {
            const int stage = tile % STAGES;
            if (tile >= STAGES) wait(&empty[stage], tile / STAGES - 1);
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[stage], sizeof ring[stage]);
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, ring[stage], input + tile * TILE, sizeof ring[stage], &full[stage]);
        }
    } else if (threadIdx.x < BLOCK) {
        for (int tile = 0; tile < TILES; ++tile) {
            const int stage = tile % STAGES;
            wait(&full[stage], tile / STAGES);
            atomicAdd(&sums[tile], ring[stage][threadIdx.x] + ring[stage][TILE - 1 - threadIdx.x]);
            ptx::fence_proxy_async(ptx::space_shared);
            ptx::mbarrier_arrive(&empty[stage]);
        }
    }
}

int main() {
    const RandomNumbers input(TILES * TILE);
    const DeviceArray<int> sums(TILES);
    sums.clear();
    sum_tiles<<<1, BLOCK + 32>>>(input.get(), sums.get());
    finish();
    return verdict(sums, [](int tile) {
        int sum = 0;
        for (int i = 0; i < TILE; ++i) sum += random_number(tile * TILE + i);
        return sum;
    });
}
