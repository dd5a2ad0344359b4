/// \file
/// Scans: reduce, then scan. Each thread adds up a tile of consecutive elements; one thread scans the
/// tiles' totals; then each thread scans its tile, starting from the prefix before it.
#pragma once

#include "tiles.h"

#include <thrust/detail/seq.h>
#include <thrust/distance.h>
#include <thrust/scan.h>

namespace thrust::cuda_cub {

template <class Policy, class Iterator, class Result, class Operation>
Result inclusive_scan(execution_policy<Policy>& policy, Iterator first, Iterator last, Result result,
                      Operation operation) {
    if (scanlab::sim::in_kernel())
        return thrust::inclusive_scan(thrust::seq, first, last, result, operation);
    using T = typename thrust::iterator_value<Iterator>::type;
    const Tiles tiles(thrust::distance(first, last));
    if (tiles.elements == 0) return result;
    thrust::detail::temporary_array<T, Policy> storage(0, policy, tiles.count());
    T* const totals = thrust::raw_pointer_cast(storage.data());
    cuda_cub::total_tiles(policy, tiles, first, totals, operation);
    cuda_cub::scan_totals(policy, tiles.count(), totals, operation);
    cuda_cub::in_parallel(
        policy, tiles.count(),
        [=, from = cuda_cub::direct(first), to = cuda_cub::direct(result)](std::size_t tile) mutable {
            T sum = from[tiles.begin(tile)];
            if (tile > 0) sum = operation(totals[tile - 1], sum);
            to[tiles.begin(tile)] = sum;
            for (std::size_t i = tiles.begin(tile) + 1; i < tiles.end(tile); ++i) {
                sum = operation(sum, T(from[i]));
                to[i] = sum;
            }
        });
    return result + static_cast<std::ptrdiff_t>(tiles.elements);
}

template <class Policy, class Iterator, class Result, class T, class Operation>
Result exclusive_scan(execution_policy<Policy>& policy, Iterator first, Iterator last, Result result,
                      T init, Operation operation) {
    if (scanlab::sim::in_kernel())
        return thrust::exclusive_scan(thrust::seq, first, last, result, init, operation);
    const Tiles tiles(thrust::distance(first, last));
    if (tiles.elements == 0) return result;
    thrust::detail::temporary_array<T, Policy> storage(0, policy, tiles.count());
    T* const totals = thrust::raw_pointer_cast(storage.data());
    cuda_cub::total_tiles(policy, tiles, first, totals, operation);
    cuda_cub::scan_totals(policy, tiles.count(), totals, operation);
    cuda_cub::in_parallel(
        policy, tiles.count(),
        [=, from = cuda_cub::direct(first), to = cuda_cub::direct(result)](std::size_t tile) mutable {
            T sum = tile > 0 ? T(operation(init, totals[tile - 1])) : init;
            for (std::size_t i = tiles.begin(tile); i < tiles.end(tile); ++i) {
                const T element = from[i]; // which may be where the sum goes
                to[i] = sum;
                sum = operation(sum, element);
            }
        });
    return result + static_cast<std::ptrdiff_t>(tiles.elements);
}

} // namespace thrust::cuda_cub

#include <thrust/execution_policy.h> // which CUDA's own brings along, too
