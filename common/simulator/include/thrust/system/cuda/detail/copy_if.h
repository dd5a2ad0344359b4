/// \file
/// Compaction: each thread counts what is chosen of a tile; one thread scans the counts; then each knows where its own belong.
#pragma once

#include "scan.h"

#include <thrust/copy.h>
#include <thrust/functional.h>

namespace thrust::cuda_cub {

/// Calls `put(i, rank)` for all i below n that are chosen, and returns how many.
template <class Policy, class Predicate, class Put>
std::size_t compact(execution_policy<Policy>& policy, std::ptrdiff_t n, Predicate is_chosen, Put put) {
    const Tiles tiles(n);
    if (tiles.elements == 0) return 0;
    thrust::detail::temporary_array<std::size_t, Policy> storage(0, policy, tiles.count());
    std::size_t* const counts = thrust::raw_pointer_cast(storage.data());
    cuda_cub::in_parallel(policy, tiles.count(), [=](std::size_t tile) mutable {
        std::size_t count = 0;
        for (std::size_t i = tiles.begin(tile); i < tiles.end(tile); ++i) count += is_chosen(i) ? 1 : 0;
        counts[tile] = count;
    });
    cuda_cub::scan_totals(policy, tiles.count(), counts, thrust::plus<std::size_t>());
    cuda_cub::in_parallel(policy, tiles.count(), [=](std::size_t tile) mutable {
        std::size_t rank = tile > 0 ? counts[tile - 1] : 0;
        for (std::size_t i = tiles.begin(tile); i < tiles.end(tile); ++i)
            if (is_chosen(i)) put(i, rank++);
    });
    return cuda_cub::get_value(policy, counts + tiles.count() - 1);
}

template <class Policy, class From, class Stencil, class To, class Predicate>
To copy_if(execution_policy<Policy>& policy, From first, From last, Stencil stencil, To result, Predicate predicate) {
    if (scanlab::sim::in_kernel()) return thrust::copy_if(thrust::seq, first, last, stencil, result, predicate);
    if (first == last) return result;
    thrust::detail::wrapped_function<Predicate, bool> unwrapped(predicate);
    const auto count = cuda_cub::compact(
        policy, thrust::distance(first, last),
        [unwrapped, flags = cuda_cub::direct(stencil)](std::size_t i) mutable { return unwrapped(flags[static_cast<std::ptrdiff_t>(i)]); },
        [from = cuda_cub::direct(first), to = cuda_cub::direct(result)](std::size_t i, std::size_t rank) mutable {
            to[static_cast<std::ptrdiff_t>(rank)] = from[static_cast<std::ptrdiff_t>(i)];
        });
    return result + static_cast<std::ptrdiff_t>(count);
}

} // namespace thrust::cuda_cub
