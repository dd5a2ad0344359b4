/// \file
/// What reductions and scans have in common: about as many tiles as a tile has elements.
#pragma once

#include "for_each.h"
#include "memory.h"

#include <thrust/detail/temporary_array.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/type_traits/is_contiguous_iterator.h>

#include <algorithm>
#include <cmath>

namespace thrust::cuda_cub {

struct Tiles {
    std::size_t elements, size;

    explicit Tiles(std::ptrdiff_t n)
        : elements(n > 0 ? static_cast<std::size_t>(n) : 0), size(static_cast<std::size_t>(std::sqrt(static_cast<double>(elements))) + 1) {}
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
void total_tiles(execution_policy<Policy>& policy, Tiles tiles, Iterator first, T* totals, Operation operation) {
    cuda_cub::in_parallel(policy, tiles.count(), [=, elements = cuda_cub::direct(first)](std::size_t tile) mutable {
        T sum = elements[tiles.begin(tile)];
        for (std::size_t i = tiles.begin(tile) + 1; i < tiles.end(tile); ++i) sum = operation(sum, T(elements[i]));
        ::new (static_cast<void*>(totals + tile)) T(sum);
    });
}

} // namespace thrust::cuda_cub
