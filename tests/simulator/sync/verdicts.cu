// Correct kernels, whose synchronisations say at the end of their line what `sync` has to say of them: sync.sh reads these words.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr int threads = 64;
__device__ int numbers[threads], sum, ready, drawn;

#define WAIT_FOR_ALL() __syncthreads() // needed

template <class Group>
__device__ int from_end(int* shared, const Group& group) {
    shared[threadIdx.x] = threadIdx.x + 1;
    group.sync(); // needed
    return shared[threads - 1 - threadIdx.x];
}

__global__ void exchange(int n) {
    __shared__ int shared[threads];
    const int t = threadIdx.x;
    int mine = from_end(shared, cg::this_thread_block());
    if (n < 0) __syncthreads(); // never reached in these runs
    WAIT_FOR_ALL();
    shared[t] = mine + t;
    __syncthreads(); // could be narrower: __syncwarp()
    mine += shared[t ^ 1];
    const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    tile.sync(); // not needed in these runs
    numbers[t] += mine;
    atomicAdd(&drawn, 1); // could be narrower: atomicAdd_block(&drawn, 1)
}

__global__ void publish() {
    const cuda::atomic_ref<int, cuda::thread_scope_device> flag(ready);
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        sum = 42;
        flag.store(1, cuda::memory_order_release); // needed
    }
    if (threadIdx.x == 0 && blockIdx.x == 1) {
        while (flag.load(cuda::memory_order_relaxed) == 0) {}
        __threadfence(); // needed
        numbers[0] = sum;
    }
}

int main() {
    exchange<<<1, threads>>>(threads);
    cudaDeviceSynchronize();
    publish<<<2, threads>>>();
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
