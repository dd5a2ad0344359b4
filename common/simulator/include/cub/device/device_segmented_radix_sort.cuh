/// \file
/// Sorting each segment of an array in device memory by itself, one after the other.
#pragma once

#include "device_radix_sort.cuh"

namespace cub {

struct DeviceSegmentedRadixSort {
#define SCANLAB_SORT(KEYS, PAIRS, DESCENDING)                                                          \
    template <class Key, class Begins, class Ends>                                                     \
    static cudaError_t KEYS(void* storage, std::size_t& bytes, const Key* in, Key* out, int n,         \
                            int segments, Begins begins, Ends ends, int begin = 0,                     \
                            int end = 8 * sizeof(Key), cudaStream_t stream = nullptr, bool = false) {  \
        return detail::compute(storage, bytes, detail::storage_for_sort<Key>(n), stream, [=] {         \
            for_each_segment(segments, begins, ends, [=](int first, std::size_t count) {               \
                detail::sort(storage, count, in + first, out + first, detail::no_values,               \
                             detail::no_values, detail::ByBits<Key, DESCENDING>{begin, end});          \
            });                                                                                        \
        });                                                                                            \
    }                                                                                                  \
    template <class Key, class Value, class Begins, class Ends>                                        \
    static cudaError_t PAIRS(void* storage, std::size_t& bytes, const Key* keys, Key* keys_out,        \
                             const Value* values, Value* values_out, int n, int segments,              \
                             Begins begins, Ends ends, int begin = 0, int end = 8 * sizeof(Key),       \
                             cudaStream_t stream = nullptr, bool = false) {                            \
        return detail::compute(storage, bytes, detail::storage_for_sort<Key, Value>(n), stream, [=] {  \
            for_each_segment(segments, begins, ends, [=](int first, std::size_t count) {               \
                detail::sort(storage, count, keys + first, keys_out + first, values + first,           \
                             values_out + first, detail::ByBits<Key, DESCENDING>{begin, end});         \
            });                                                                                        \
        });                                                                                            \
    }
    SCANLAB_SORT(SortKeys, SortPairs, false)
    SCANLAB_SORT(SortKeysDescending, SortPairsDescending, true)
#undef SCANLAB_SORT

private:
    template <class Begins, class Ends, class Body>
    static void for_each_segment(int segments, Begins begins, Ends ends, Body body) {
        for (int segment = 0; segment < segments; ++segment) {
            const int first = begins[segment], last = ends[segment];
            if (first < last) body(first, static_cast<std::size_t>(last - first));
        }
    }
};

struct DeviceSegmentedSort : DeviceSegmentedRadixSort {};

} // namespace cub
