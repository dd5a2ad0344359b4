/// \file
/// for_each(), and what most of Thrust's algorithms become: a kernel with a thread for each element.
#pragma once

#include "kernels.h"
#include "memory.h"

#include <thrust/detail/function.h>
#include <thrust/detail/seq.h>
#include <thrust/distance.h>
#include <thrust/for_each.h>

namespace thrust::cuda_cub {

template <class Policy, class Iterator, class Size, class Function>
Iterator for_each_n(execution_policy<Policy>& policy, Iterator first, Size n, Function function) {
    if (scanlab::sim::in_kernel()) return thrust::for_each_n(thrust::seq, first, n, function);
    cuda_cub::in_parallel(
        policy, n > 0 ? static_cast<std::size_t>(n) : 0, [first, function](std::size_t i) mutable {
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
