// The chained scan of Kirk and Hwu's textbook: the flag is polled with atomicAdd(&flag, 0), the value
// is plain, one fence stands before the flag is raised and none after it was seen.
#include "../corpus/device.cuh"

#include "../corpus/collectives.cuh"

constexpr int BLOCK = 128;

__global__ void chained_scan(const int* input, int* output, int* scan_value, int* flags, int* counter) {
    __shared__ int bid_s;
    __shared__ int previous_sum;
    if (threadIdx.x == 0) bid_s = atomicAdd(counter, 1);
    __syncthreads();
    const int bid = bid_s;
    const int i = bid * BLOCK + threadIdx.x;
    const int value = input[i];
    const int sum = scanlab::block_exclusive_scan<BLOCK>(value) + value;

    if (threadIdx.x == BLOCK - 1) {
        while (atomicAdd(&flags[bid], 0) == 0) {}
        previous_sum = scan_value[bid];
        scan_value[bid + 1] = previous_sum + sum;
        __threadfence();
        atomicAdd(&flags[bid + 1], 1);
    }
    __syncthreads();
    output[i] = previous_sum + sum;
}

int main() {
    constexpr int tiles = 20, n = tiles * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n), scan_value(tiles + 1), flags(tiles + 1), counter(1);
    const int raised = 1;
    scan_value.clear();
    flags.clear();
    check(cudaMemcpy(flags.get(), &raised, sizeof raised, cudaMemcpyHostToDevice));
    counter.clear();
    chained_scan<<<tiles, BLOCK>>>(input.get(), output.get(), scan_value.get(), flags.get(), counter.get());
    finish();
    return verdict(output, InclusiveScan{});
}
