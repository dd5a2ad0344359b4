// Blocks load an array by bulk copies, by plain loads, or by both, in one launch after the other: all of them read only.
#include "../corpus/device.cuh"

#include <cuda/ptx>

namespace ptx = cuda::ptx;

constexpr int BLOCK = 64, BLOCKS = 4;

__global__ void add_up(const int* input, int* output) {
    __shared__ alignas(16) int copy[BLOCK];
    __shared__ std::uint64_t arrived;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived, sizeof copy);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, copy, input, sizeof copy, &arrived);
    }
    __syncthreads();
    const int loaded = input[threadIdx.x];
    while (!ptx::mbarrier_try_wait_parity(&arrived, 0)) {}
    output[blockIdx.x * BLOCK + threadIdx.x] += loaded + copy[threadIdx.x];
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCKS * BLOCK);
    output.clear();
    for (int launch = 0; launch < 3; ++launch) add_up<<<BLOCKS, BLOCK>>>(input.get(), output.get());
    finish();
    return verdict(output, [](int i) { return 6 * random_number(i % BLOCK); });
}
