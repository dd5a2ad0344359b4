/// \file
/// reduce(): each thread adds up a tile of consecutive elements, then one thread the tiles' totals.
#pragma once

#include "tiles.h"

#include <thrust/detail/seq.h>
#include <thrust/distance.h>
#include <thrust/reduce.h>

namespace thrust::cuda_cub {

template <class Policy, class Iterator, class T, class Operation>
T reduce(execution_policy<Policy>& policy, Iterator first, Iterator last, T init, Operation operation) {
    if (scanlab::sim::in_kernel()) return thrust::reduce(thrust::seq, first, last, init, operation);
    const Tiles tiles(thrust::distance(first, last));
    if (tiles.elements == 0) return init;
    thrust::detail::temporary_array<T, Policy> storage(0, policy, tiles.count() + 1);
    T *const totals = thrust::raw_pointer_cast(storage.data()), *const result = totals + tiles.count();
    cuda_cub::total_tiles(policy, tiles, first, totals, operation);
    cuda_cub::in_parallel(policy, 1, [=, count = tiles.count()](std::size_t) mutable {
        T sum = init;
        for (std::size_t tile = 0; tile < count; ++tile) sum = operation(sum, totals[tile]);
        ::new (static_cast<void*>(result)) T(sum);
    });
    return cuda_cub::get_value(policy, result);
}

} // namespace thrust::cuda_cub

#include <thrust/execution_policy.h> // which CUDA's own brings along, too
