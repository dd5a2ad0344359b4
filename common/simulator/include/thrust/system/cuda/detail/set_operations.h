/// \file
/// Unions, intersections and differences of sorted sequences, which are left to one thread.
#pragma once

#include "tiles.h"

#include <thrust/set_operations.h>
#include <thrust/detail/seq.h>

namespace thrust::cuda_cub {

#define SCANLAB_BY_ONE_THREAD(algorithm)                                                               \
    template <class Policy, class Left, class Right, class Result, class Less>                         \
    Result algorithm(execution_policy<Policy>& policy, Left left, Left left_end, Right right,          \
                     Right right_end, Result result, Less less) {                                      \
        auto run = [=]() mutable {                                                                     \
            return thrust::algorithm(thrust::seq, left, left_end, right, right_end, result, less);     \
        };                                                                                             \
        if (scanlab::sim::in_kernel()) return run();                                                   \
        thrust::detail::temporary_array<std::ptrdiff_t, Policy> storage(0, policy, 1);                 \
        std::ptrdiff_t* const count = thrust::raw_pointer_cast(storage.data());                        \
        cuda_cub::in_parallel(policy, 1, [=](std::size_t) mutable { *count = run() - result; });       \
        return result + cuda_cub::get_value(policy, count);                                            \
    }
SCANLAB_BY_ONE_THREAD(set_union)
SCANLAB_BY_ONE_THREAD(set_intersection)
SCANLAB_BY_ONE_THREAD(set_difference)
SCANLAB_BY_ONE_THREAD(set_symmetric_difference)
#undef SCANLAB_BY_ONE_THREAD

} // namespace thrust::cuda_cub
