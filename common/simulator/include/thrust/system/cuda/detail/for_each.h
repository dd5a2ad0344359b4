/// \file
/// for_each(), and what most of Thrust's algorithms become: a kernel with a thread for each element.
#pragma once

#include "execution_policy.h"
#include "memory.h"

#include <thrust/for_each.h>
#include <thrust/detail/function.h>
#include <thrust/detail/seq.h>
#include <thrust/distance.h>
#include <thrust/system/cuda/error.h>

namespace thrust::cuda_cub {

template <class Body>
__global__ void call_each(std::size_t n, Body body) {
    const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    if (i < n) body(i);
}

/// Runs body(0) … body(n - 1), each by a thread of its own.
template <class Policy, class Body>
void in_parallel(execution_policy<Policy>& policy, std::size_t n, Body body) {
    if (n == 0) return;
    constexpr std::size_t block_size = 256;
    const auto blocks = static_cast<unsigned>((n + block_size - 1) / block_size);
    const scanlab::sim::LaunchConfig config(blocks, block_size, 0, stream_of(thrust::detail::derived_cast(policy)));
    scanlab::sim::launch_kernel<std::size_t, Body>("a kernel of Thrust", config, call_each<Body>, n, body);
    throw_on_error(cudaPeekAtLastError(), "a kernel of Thrust");
}

template <class Policy, class Iterator, class Size, class Function>
Iterator for_each_n(execution_policy<Policy>& policy, Iterator first, Size n, Function function) {
    if (scanlab::sim::in_kernel()) return thrust::for_each_n(thrust::seq, first, n, function);
    cuda_cub::in_parallel(policy, n > 0 ? static_cast<std::size_t>(n) : 0, [first, function](std::size_t i) mutable {
        thrust::detail::wrapped_function<Function, void> unwrapped(function);
        unwrapped(*(first + static_cast<typename thrust::iterator_difference<Iterator>::type>(i)));
    });
    return first + n;
}

template <class Policy, class Iterator, class Function>
Iterator for_each(execution_policy<Policy>& policy, Iterator first, Iterator last, Function function) {
    return cuda_cub::for_each_n(policy, first, thrust::distance(first, last), function);
}

} // namespace thrust::cuda_cub
