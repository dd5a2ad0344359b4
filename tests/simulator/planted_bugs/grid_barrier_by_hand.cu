// A barrier for the whole grid, made of a counter: it needs all blocks to be resident at once, and
// there are more of them. A cooperative launch would have refused that; an ordinary one hangs.
#include "../corpus/device.cuh"

constexpr int BLOCK = 256;

__global__ void two_phases(int* data, unsigned* arrived) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    data[i] *= 2;

    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(arrived, 1u);
        while (atomicAdd(arrived, 0u) < gridDim.x) { // finds: deadlock
        }
        __threadfence();
    }
    __syncthreads();

    const int other = gridDim.x * BLOCK - 1 - i;
    if (i < other) data[i] += data[other];
}

int main() {
    constexpr int blocks = 40;
    const RandomNumbers data(blocks * BLOCK);
    const DeviceArray<unsigned> arrived(1);
    arrived.clear();
    two_phases<<<blocks, BLOCK>>>(data.get(), arrived.get());
    finish();
}
