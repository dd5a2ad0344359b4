// Before a place in the ring is loaded again, its last tile has to be read. That it has arrived, which
// is what the loading warp waits for, is too early.
#include "../corpus/device.cuh"

#include <cuda/ptx>

namespace ptx = cuda::ptx;

constexpr int BLOCK = 64, TILE = 128, STAGES = 2, TILES = 7;

__device__ void wait(std::uint64_t* barrier, int phase) {
    while (!ptx::mbarrier_try_wait_parity(barrier, phase & 1)) { // finds: maybe deadlock
    }
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
            if (tile >= STAGES) wait(&full[stage], tile / STAGES - 1);
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[stage], sizeof ring[stage]);
            ptx::cp_async_bulk( // finds: race-shared (1) (2)
                ptx::space_cluster, ptx::space_global, ring[stage], input + tile * TILE, sizeof ring[stage], &full[stage]);
        }
    } else if (threadIdx.x < BLOCK) {
        for (int tile = 0; tile < TILES; ++tile) {
            const int stage = tile % STAGES;
            wait(&full[stage], tile / STAGES);
            atomicAdd(&sums[tile], ring[stage][threadIdx.x] +                // finds: race-shared (1)
                                       ring[stage][TILE - 1 - threadIdx.x]); // finds: race-shared (2)
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
}
