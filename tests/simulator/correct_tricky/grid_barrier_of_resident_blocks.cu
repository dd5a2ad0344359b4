// A barrier for the whole grid made of a counter. The grid has just as many blocks as the device holds
// at a time, which the host asks for: sound as long as no other kernel is there (--occupied).
#include "../corpus/device.cuh"

constexpr int BLOCK = 256;

__device__ void grid_barrier(unsigned* arrived, unsigned round) {
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(arrived, 1u);
        while (atomicAdd(arrived, 0u) < gridDim.x * round) {}
        __threadfence();
    }
    __syncthreads();
}

__global__ void hillis_steele(int* from, int* to, int n, unsigned* arrived) {
    unsigned round = 0;
    for (int distance = 1; distance < n; distance *= 2) {
        for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
            to[i] = i >= distance ? from[i] + from[i - distance] : from[i];
        grid_barrier(arrived, ++round);
        int* const written = to;
        to = from;
        from = written;
    }
}

int main() {
    int multiprocessors = 0, blocks = 0;
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, hillis_steele, BLOCK, 0));

    constexpr int n = 1 << 12; // an even number of steps, so that the result stands where the input stood
    const RandomNumbers data(n);
    const DeviceArray<int> other(n);
    const DeviceArray<unsigned> arrived(1);
    arrived.clear();
    hillis_steele<<<multiprocessors * blocks, BLOCK>>>(data.get(), other.get(), n, arrived.get());
    finish();
    return verdict(data, InclusiveScan{});
}
