/// \file
/// What reductions, scans and compaction have in common: about as many tiles as a tile has elements.
#pragma once

#include "kernels.h"
#include "memory.h"

#include <thrust/functional.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/type_traits/is_contiguous_iterator.h>

#include <algorithm>
#include <cmath>

namespace thrust::detail {
template <class, class>
class temporary_array;
}

namespace thrust::cuda_cub {

struct Tiles {
    std::size_t elements, size;

    explicit Tiles(std::ptrdiff_t n)
        : elements(n > 0 ? static_cast<std::size_t>(n) : 0),
          size(static_cast<std::size_t>(std::sqrt(static_cast<double>(elements))) + 1) {}
    std::size_t count() const { return (elements + size - 1) / size; }
    std::size_t begin(std::size_t tile) const { return tile * size; }
    std::size_t end(std::size_t tile) const { return std::min(elements, begin(tile + 1)); }
};

/// The same elements by a plain pointer, where there is one: that saves steps.
template <class Iterator>
auto direct(Iterator first) {
    if constexpr (thrust::is_contiguous_iterator<Iterator>::value)
        return thrust::raw_pointer_cast(&*first);
    else
        return first;
}

/// Sets `totals[tile]` to what the operation makes of the tile's elements, from left to right.
template <class Policy, class Iterator, class T, class Operation>
void total_tiles(execution_policy<Policy>& policy, Tiles tiles, Iterator first, T* totals,
                 Operation operation) {
    cuda_cub::in_parallel(policy, tiles.count(),
                          [=, elements = cuda_cub::direct(first)](std::size_t tile) mutable {
                              T sum = elements[tiles.begin(tile)];
                              for (std::size_t i = tiles.begin(tile) + 1; i < tiles.end(tile); ++i)
                                  sum = operation(sum, T(elements[i]));
                              ::new (static_cast<void*>(totals + tile)) T(sum);
                          });
}

/// Makes the totals inclusive prefixes.
template <class Policy, class T, class Operation>
void scan_totals(execution_policy<Policy>& policy, std::size_t count, T* totals, Operation operation) {
    cuda_cub::in_parallel(policy, 1, [=](std::size_t) mutable {
        for (std::size_t tile = 1; tile < count; ++tile)
            totals[tile] = operation(totals[tile - 1], totals[tile]);
    });
}

/// Compaction: each thread counts what is chosen of a tile; one thread scans the counts; then each
/// knows where its own belong. Calls `put(i, rank)` for all i below n that are chosen, and returns how
/// many.
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

} // namespace thrust::cuda_cub

#include <thrust/detail/temporary_array.h> // which includes algorithms
