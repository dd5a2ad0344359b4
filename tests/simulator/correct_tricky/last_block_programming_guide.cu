// Last block done, as the CUDA Programming Guide writes it: a volatile array for the blocks' results, a
// fence, and an atomicInc that wraps around to zero by itself, so that the next launch finds it reset.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

constexpr int BLOCK = 128;
constexpr int BLOCKS = 20;

__device__ unsigned count = 0;
__shared__ bool is_last_block_done;

__device__ int sum_of_tile(const int* input) {
    int total;
    scanlab::block_prefix_of_warp<BLOCK>(scanlab::warp_sum(input[blockIdx.x * BLOCK + threadIdx.x]), total);
    return total;
}

__global__ void sum(const int* input, volatile int* result) {
    const int partial_sum = sum_of_tile(input);
    if (threadIdx.x == 0) {
        result[blockIdx.x] = partial_sum;
        __threadfence();
        const unsigned value = atomicInc(&count, gridDim.x - 1);
        is_last_block_done = value == gridDim.x - 1;
    }
    __syncthreads();

    if (is_last_block_done && threadIdx.x < 32) {
        const int total = scanlab::warp_sum(threadIdx.x < BLOCKS ? result[threadIdx.x] : 0);
        if (threadIdx.x == 0) result[0] = total;
    }
}

int main() {
    constexpr int n = BLOCKS * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> result(BLOCKS);
    for (int launch = 0; launch < 3; ++launch) sum<<<BLOCKS, BLOCK>>>(input.get(), result.get());
    finish();
    InclusiveScan scan;
    int total = 0;
    for (int i = 0; i < n; ++i) total = scan(i);
    return result[0] == total ? 0 : 1;
}
