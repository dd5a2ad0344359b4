// Copies that go on after the thread has started them: what cannot be reached is the kernel's mistake,
// also if it is another one that comes upon it.
#include <cuda/ptx>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

namespace ptx = cuda::ptx;

__global__ void copy(int* to, const int* from) {
    __pipeline_memcpy_async(to, from, sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
}

__global__ void copy_in_bulk(int* to) {
    __shared__ alignas(16) int tile[4];
    tile[threadIdx.x] = 1;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x != 0) return;
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, to, tile, sizeof tile);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

int main() {
    int* data = nullptr;
    cudaMalloc(&data, sizeof(int));
    cudaMemset(data, 0, sizeof(int));
    copy<<<1, 1>>>(nullptr, data);
    if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 4;
    cudaDeviceReset();
    copy_in_bulk<<<1, 4>>>(nullptr);
    return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 5;
}
