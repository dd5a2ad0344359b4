// Before a place in the ring is loaded again, all threads say that they have read its tile. But threads
// read and copies write in different ways, which only a fence orders: the mbarrier alone does not.
#include "../corpus/device.cuh"

#include <cuda/ptx>

namespace ptx = cuda::ptx;

constexpr int BLOCK = 64, STAGES = 2, TILES = 7;

__device__ void wait(std::uint64_t* barrier, int phase) {
    while (!ptx::mbarrier_try_wait_parity(barrier, phase & 1)) {}
}

__global__ void sum_tiles(const int* input, int* sums) {
    __shared__ alignas(16) int ring[STAGES][BLOCK];
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
            ptx::cp_async_bulk( // finds: warning race-shared
                ptx::space_cluster, ptx::space_global, ring[stage], input + tile * BLOCK, sizeof ring[stage], &full[stage]);
        }
    } else if (threadIdx.x < BLOCK) {
        for (int tile = 0; tile < TILES; ++tile) {
            const int stage = tile % STAGES;
            wait(&full[stage], tile / STAGES);
            atomicAdd(&sums[tile], ring[stage][threadIdx.x]); // finds: warning race-shared
            ptx::mbarrier_arrive(&empty[stage]);
        }
    }
}

int main() {
    const RandomNumbers input(TILES * BLOCK);
    const DeviceArray<int> sums(TILES);
    sums.clear();
    sum_tiles<<<1, BLOCK + 32>>>(input.get(), sums.get());
    finish();
}
