/// \file
/// Merging two sorted sequences: each element has a thread, which finds its place.
#pragma once

#include "kernels.h"

#include <thrust/binary_search.h>
#include <thrust/detail/seq.h>
#include <thrust/distance.h>
#include <thrust/merge.h>

namespace thrust::cuda_cub {

template <class Policy, class Left, class Right, class Result, class Less>
Result merge(execution_policy<Policy>& policy, Left left, Left left_end, Right right, Right right_end,
             Result result, Less less) {
    if (scanlab::sim::in_kernel())
        return thrust::merge(thrust::seq, left, left_end, right, right_end, result, less);
    const auto lefts = thrust::distance(left, left_end), rights = thrust::distance(right, right_end);
    cuda_cub::in_parallel(
        policy, static_cast<std::size_t>(lefts + rights), [=](std::size_t element) mutable {
            const auto i = static_cast<std::ptrdiff_t>(element);
            if (i < lefts) {
                const typename thrust::iterator_value<Left>::type value = left[i];
                result[i + (thrust::lower_bound(thrust::seq, right, right_end, value, less) - right)] =
                    value;
            } else {
                const typename thrust::iterator_value<Right>::type value = right[i - lefts];
                result[i - lefts +
                       (thrust::upper_bound(thrust::seq, left, left_end, value, less) - left)] = value;
            }
        });
    return result + (lefts + rights);
}

} // namespace thrust::cuda_cub
