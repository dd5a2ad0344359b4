/// \file
/// Sorting arrays in device memory by any comparison.
#pragma once

#include "call.cuh"

#include <thrust/copy.h>
#include <thrust/sort.h>

namespace cub {

struct DeviceMergeSort {
    template <class Keys, class Count, class Less>
    static cudaError_t SortKeys(void* storage, std::size_t& bytes, Keys keys, Count n, Less less,
                                cudaStream_t stream = nullptr, bool = false) {
        return detail::device_call(
            storage, bytes, static_cast<std::size_t>(n) * sizeof(detail::value_of<Keys>), stream,
            [&] { thrust::stable_sort(detail::in_stream(stream), keys, keys + n, less); });
    }
    template <class Keys, class Values, class Count, class Less>
    static cudaError_t SortPairs(void* storage, std::size_t& bytes, Keys keys, Values values, Count n,
                                 Less less, cudaStream_t stream = nullptr, bool = false) {
        return detail::device_call(
            storage, bytes,
            static_cast<std::size_t>(n) *
                (sizeof(detail::value_of<Keys>) + sizeof(detail::value_of<Values>)),
            stream, [&] {
                thrust::stable_sort_by_key(detail::in_stream(stream), keys, keys + n, values, less);
            });
    }
    template <class In, class Out, class Count, class Less>
    static cudaError_t SortKeysCopy(void* storage, std::size_t& bytes, In in, Out out, Count n,
                                    Less less, cudaStream_t stream = nullptr, bool = false) {
        return detail::device_call(
            storage, bytes, static_cast<std::size_t>(n) * sizeof(detail::value_of<In>), stream, [&] {
                thrust::copy_n(detail::in_stream(stream), in, n, out);
                thrust::stable_sort(detail::in_stream(stream), out, out + n, less);
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
