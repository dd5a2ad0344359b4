/// \file
/// Sorting each segment of an array in device memory by itself, one after the other.
#pragma once

#include "device_radix_sort.cuh"

#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

namespace cub {

struct DeviceSegmentedRadixSort {
#define SCANLAB_SORT(KEYS, PAIRS, DESCENDING)                                                          \
    template <class Key, class Begins, class Ends>                                                     \
    static cudaError_t KEYS(void* storage, std::size_t& bytes, const Key* in, Key* out, int n,         \
                            int segments, Begins begins, Ends ends, int begin = 0,                     \
                            int end = 8 * sizeof(Key), cudaStream_t stream = nullptr, bool = false) {  \
        return detail::device_call(                                                                    \
            storage, bytes, static_cast<std::size_t>(n) * sizeof(Key), stream, [&] {                   \
                for_each_segment(segments, begins, ends, [&](int first, int last) {                    \
                    thrust::copy(detail::in_stream(stream), in + first, in + last, out + first);       \
                    thrust::stable_sort(detail::in_stream(stream), out + first, out + last,            \
                                        detail::ByBits<Key, DESCENDING>{begin, end});                  \
                });                                                                                    \
            });                                                                                        \
    }                                                                                                  \
    template <class Key, class Value, class Begins, class Ends>                                        \
    static cudaError_t PAIRS(void* storage, std::size_t& bytes, const Key* keys, Key* keys_out,        \
                             const Value* values, Value* values_out, int n, int segments,              \
                             Begins begins, Ends ends, int begin = 0, int end = 8 * sizeof(Key),       \
                             cudaStream_t stream = nullptr, bool = false) {                            \
        return detail::device_call(                                                                    \
            storage, bytes, static_cast<std::size_t>(n) * (sizeof(Key) + sizeof(Value)), stream, [&] { \
                for_each_segment(segments, begins, ends, [&](int first, int last) {                    \
                    thrust::copy(detail::in_stream(stream), keys + first, keys + last,                 \
                                 keys_out + first);                                                    \
                    thrust::copy(detail::in_stream(stream), values + first, values + last,             \
                                 values_out + first);                                                  \
                    thrust::stable_sort_by_key(detail::in_stream(stream), keys_out + first,            \
                                               keys_out + last, values_out + first,                    \
                                               detail::ByBits<Key, DESCENDING>{begin, end});           \
                });                                                                                    \
            });                                                                                        \
    }
    SCANLAB_SORT(SortKeys, SortPairs, false)
    SCANLAB_SORT(SortKeysDescending, SortPairsDescending, true)
#undef SCANLAB_SORT

private:
    template <class Begins, class Ends, class Body>
    static void for_each_segment(int segments, Begins begins, Ends ends, Body body) {
        const auto to_host = [&](auto offsets) {
            thrust::device_vector<int> copied(segments);
            thrust::copy_n(thrust::device, offsets, segments, copied.begin());
            return thrust::host_vector<int>(copied);
        };
        const auto firsts = to_host(begins), lasts = to_host(ends);
        for (int segment = 0; segment < segments; ++segment)
            if (firsts[segment] < lasts[segment]) body(firsts[segment], lasts[segment]);
    }
};

struct DeviceSegmentedSort : DeviceSegmentedRadixSort {};

} // namespace cub
