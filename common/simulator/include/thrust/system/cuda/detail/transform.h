/// \file
/// transform() of arrays. Thrust can make it of for_each(), and does so for all other iterators, but
/// with many more steps per element.
#pragma once

#include "tiles.h"

#include <thrust/transform.h>

namespace thrust::cuda_cub {

template <class... Iterators>
constexpr bool are_arrays = (thrust::is_contiguous_iterator<Iterators>::value && ...);

template <class Policy, class From, class To, class Function>
To transform(execution_policy<Policy>& policy, From first, From last, To result, Function function) {
    if constexpr (are_arrays<From, To>) {
        if (!scanlab::sim::in_kernel() && first != last) {
            cuda_cub::in_parallel(
                policy, static_cast<std::size_t>(last - first),
                [function, from = cuda_cub::direct(first),
                 to = cuda_cub::direct(result)](std::size_t i) mutable { to[i] = function(from[i]); });
            return result + (last - first);
        }
    }
    return thrust::system::detail::generic::transform(policy, first, last, result, function);
}

template <class Policy, class Left, class Right, class To, class Function>
To transform(execution_policy<Policy>& policy, Left first, Left last, Right right, To result,
             Function function) {
    if constexpr (are_arrays<Left, Right, To>) {
        if (!scanlab::sim::in_kernel() && first != last) {
            cuda_cub::in_parallel(policy, static_cast<std::size_t>(last - first),
                                  [function, a = cuda_cub::direct(first), b = cuda_cub::direct(right),
                                   to = cuda_cub::direct(result)](std::size_t i) mutable {
                                      to[i] = function(a[i], b[i]);
                                  });
            return result + (last - first);
        }
    }
    return thrust::system::detail::generic::transform(policy, first, last, right, result, function);
}

} // namespace thrust::cuda_cub

#include <thrust/execution_policy.h> // which CUDA's own brings along, too
#include <thrust/transform_reduce.h>
