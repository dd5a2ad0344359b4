#include "gpu_kernels.hpp"

#include "check/device.hpp"

#include <scanlab/hinted_copy.cuh>

namespace scanlab {
namespace {

__global__ void read(const int4* memory, long long n, int* unlikely) {
    const long long threads = static_cast<long long>(gridDim.x) * blockDim.x;
    int sum = 0;
    for (long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; i < n;
         i += threads)
        sum |= memory[i].x ^ memory[i].w;
    if (sum == 1) *unlikely = sum; // or the compiler would leave out the loads
}

} // namespace

void start_best_copy(const Problem& call) {
    launch_hinted_copy<256, 1>(call.input, call.output, call.n, call.stream);
    require(cudaGetLastError(), "start_best_copy");
}

void start_reading(const void* memory, std::size_t bytes, cudaStream_t stream) {
    read<<<4096, 256, 0, stream>>>(static_cast<const int4*>(memory),
                                   static_cast<long long>(bytes / sizeof(int4)),
                                   static_cast<int*>(const_cast<void*>(memory)));
    require(cudaGetLastError(), "start_reading");
}

} // namespace scanlab
