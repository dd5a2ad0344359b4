// A copy that loads goes to global memory, although its instruction says that it goes to shared memory.
#include "../corpus/device.cuh"

#include <cuda/ptx>

namespace ptx = cuda::ptx;

constexpr int BLOCK = 64;

__global__ void copy(const int* input, int* output) {
    __shared__ std::uint64_t arrived;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&arrived, 1);
        ptx::fence_proxy_async(ptx::space_shared);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &arrived, BLOCK * sizeof(int));
        ptx::cp_async_bulk( // finds: bad-copy
            ptx::space_cluster, ptx::space_global, output, input, BLOCK * sizeof(int), &arrived);
    }
    __syncthreads();
    while (!ptx::mbarrier_try_wait_parity(&arrived, 0)) {}
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    copy<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
