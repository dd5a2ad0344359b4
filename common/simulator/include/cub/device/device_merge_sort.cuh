/// \file
/// Sorting arrays in device memory by any comparison.
#pragma once

#include "sort.cuh"

namespace cub {

struct DeviceMergeSort {
    template <class Keys, class Count, class Less>
    static cudaError_t SortKeys(void* storage, std::size_t& bytes, Keys keys, Count n, Less less,
                                cudaStream_t stream = nullptr, bool = false) {
        return SortKeysCopy(storage, bytes, keys, keys, n, less, stream);
    }
    template <class Keys, class Values, class Count, class Less>
    static cudaError_t SortPairs(void* storage, std::size_t& bytes, Keys keys, Values values, Count n,
                                 Less less, cudaStream_t stream = nullptr, bool = false) {
        using Key = detail::value_of<Keys>;
        using Value = detail::value_of<Values>;
        return detail::compute(storage, bytes, detail::storage_for_sort<Key, Value>(n), stream, [=] {
            detail::sort(storage, static_cast<std::size_t>(n), keys, keys, values, values, less);
        });
    }
    template <class In, class Out, class Count, class Less>
    static cudaError_t SortKeysCopy(void* storage, std::size_t& bytes, In in, Out out, Count n,
                                    Less less, cudaStream_t stream = nullptr, bool = false) {
        using Key = detail::value_of<In>;
        return detail::compute(storage, bytes, detail::storage_for_sort<Key>(n), stream, [=] {
            detail::sort(storage, static_cast<std::size_t>(n), in, out, detail::no_values,
                         detail::no_values, less);
        });
    }
    template <class... Arguments>
    static cudaError_t StableSortKeys(void* storage, std::size_t& bytes, Arguments... arguments) {
        return SortKeys(storage, bytes, arguments...);
    }
    template <class... Arguments>
    static cudaError_t StableSortPairs(void* storage, std::size_t& bytes, Arguments... arguments) {
        return SortPairs(storage, bytes, arguments...);
    }
};

} // namespace cub
