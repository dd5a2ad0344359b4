/// \file
/// copy_if(), and with it what removes, partitions and makes unique.
#pragma once

#include "tiles.h"

#include <thrust/copy.h>
#include <thrust/detail/function.h>
#include <thrust/detail/seq.h>
#include <thrust/distance.h>

namespace thrust::cuda_cub {

template <class Policy, class From, class Stencil, class To, class Predicate>
To copy_if(execution_policy<Policy>& policy, From first, From last, Stencil stencil, To result,
           Predicate predicate) {
    if (scanlab::sim::in_kernel())
        return thrust::copy_if(thrust::seq, first, last, stencil, result, predicate);
    if (first == last) return result;
    thrust::detail::wrapped_function<Predicate, bool> unwrapped(predicate);
    const auto count = cuda_cub::compact(
        policy, thrust::distance(first, last),
        [unwrapped, flags = cuda_cub::direct(stencil)](std::size_t i) mutable {
            return unwrapped(flags[static_cast<std::ptrdiff_t>(i)]);
        },
        [from = cuda_cub::direct(first), to = cuda_cub::direct(result)](std::size_t i,
                                                                        std::size_t rank) mutable {
            to[static_cast<std::ptrdiff_t>(rank)] = from[static_cast<std::ptrdiff_t>(i)];
        });
    return result + static_cast<std::ptrdiff_t>(count);
}

} // namespace thrust::cuda_cub
