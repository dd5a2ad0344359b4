// Blocks meet at a counter. After the last round the first block sets it to zero for the next launch, while
// others may still wait for its last value.
#include "../corpus/device.cuh"

__global__ void select(unsigned* arrivals, unsigned* leavers, int rounds) {
    for (int round = 1; round <= rounds; ++round) {
        if (threadIdx.x == 0) {
            atomicAdd(arrivals, 1u);
            while (atomicAdd(arrivals, 0u) < round * gridDim.x) {} // finds: deadlock
        }
        __syncthreads();
    }
#ifdef FIXED
    if (threadIdx.x == 0 && atomicAdd(leavers, 1u) == gridDim.x - 1) {
        atomicExch(leavers, 0u);
        atomicExch(arrivals, 0u);
    }
#else
    if (blockIdx.x == 0 && threadIdx.x == 0) atomicExch(arrivals, 0u);
#endif
}

int main() {
    const DeviceArray<unsigned> arrivals(1), leavers(1);
    arrivals.clear();
    leavers.clear();
    select<<<4, 32>>>(arrivals.get(), leavers.get(), 2);
    finish();
}
