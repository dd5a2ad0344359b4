/// \file
/// How algorithms become kernels. (Headers of Thrust include each other in circles; what these begin
/// with must be in none of the circles.)
#pragma once

#include "execution_policy.h"

#include <thrust/system/cuda/error.h>

namespace thrust::cuda_cub {

template <class Body>
__global__ void call_each(std::size_t n, Body body) {
    const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    if (i < n) body(i);
}

/// Runs body(0) … body(n - 1), each by a thread of its own, in the stream; does not wait for them.
template <class Body>
void launch_parallel(cudaStream_t stream, std::size_t n, Body body) {
    if (n == 0) return;
    constexpr std::size_t block_size = 256;
    const auto blocks = static_cast<unsigned>((n + block_size - 1) / block_size);
    const scanlab::sim::LaunchConfig config(blocks, block_size, 0, stream);
    scanlab::sim::launch_kernel<std::size_t, Body>("a kernel of Thrust", config, call_each<Body>, n,
                                                   body);
    throw_on_error(cudaPeekAtLastError(), "a kernel of Thrust");
}

/// The same, and returns when they have ended, as Thrust's algorithms do. In a kernel one thread runs
/// them all.
template <class Policy, class Body>
void in_parallel(execution_policy<Policy>& policy, std::size_t n, Body body) {
    if (scanlab::sim::in_kernel()) {
        for (std::size_t i = 0; i < n; ++i) body(i);
        return;
    }
    const cudaStream_t stream = stream_of(thrust::detail::derived_cast(policy));
    cuda_cub::launch_parallel(stream, n, body);
    throw_on_error(cudaStreamSynchronize(stream), "a kernel of Thrust");
}

} // namespace thrust::cuda_cub
