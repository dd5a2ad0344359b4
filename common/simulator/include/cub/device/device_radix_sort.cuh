/// \file
/// Sorting arrays in device memory by some bits of their keys.
#pragma once

#include "../block/block_radix_sort.cuh"
#include "sort.cuh"

namespace cub {

namespace detail {

template <class Key, bool DESCENDING>
struct ByBits {
    int begin, end;
    auto bits(const Key& key) const {
        const unsigned long long all = ordered_bits(key);
        return (end - begin >= 64 ? all : all & ((1ull << end) - 1)) >> begin;
    }
    bool operator()(const Key& a, const Key& b) const {
        return DESCENDING ? bits(a) > bits(b) : bits(a) < bits(b);
    }
};

} // namespace detail

struct DeviceRadixSort {
#define SCANLAB_SORT(KEYS, PAIRS, DESCENDING)                                                          \
    template <class Key, class Count>                                                                  \
    static cudaError_t KEYS(void* storage, std::size_t& bytes, const Key* in, Key* out, Count n,       \
                            int begin = 0, int end = 8 * sizeof(Key), cudaStream_t stream = nullptr,   \
                            bool = false) {                                                            \
        return detail::compute(storage, bytes, detail::storage_for_sort<Key>(n), stream, [=] {         \
            detail::sort(storage, static_cast<std::size_t>(n), in, out, detail::no_values,             \
                         detail::no_values, detail::ByBits<Key, DESCENDING>{begin, end});              \
        });                                                                                            \
    }                                                                                                  \
    template <class Key, class Count>                                                                  \
    static cudaError_t KEYS(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys, Count n,       \
                            int begin = 0, int end = 8 * sizeof(Key), cudaStream_t stream = nullptr,   \
                            bool = false) {                                                            \
        const cudaError_t error =                                                                      \
            KEYS(storage, bytes, keys.Current(), keys.Alternate(), n, begin, end, stream);             \
        if (storage) keys.selector ^= 1;                                                               \
        return error;                                                                                  \
    }                                                                                                  \
    template <class Key, class Value, class Count>                                                     \
    static cudaError_t PAIRS(void* storage, std::size_t& bytes, const Key* keys, Key* keys_out,        \
                             const Value* values, Value* values_out, Count n, int begin = 0,           \
                             int end = 8 * sizeof(Key), cudaStream_t stream = nullptr, bool = false) { \
        return detail::compute(storage, bytes, detail::storage_for_sort<Key, Value>(n), stream, [=] {  \
            detail::sort(storage, static_cast<std::size_t>(n), keys, keys_out, values, values_out,     \
                         detail::ByBits<Key, DESCENDING>{begin, end});                                 \
        });                                                                                            \
    }                                                                                                  \
    template <class Key, class Value, class Count>                                                     \
    static cudaError_t PAIRS(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys,               \
                             DoubleBuffer<Value>& values, Count n, int begin = 0,                      \
                             int end = 8 * sizeof(Key), cudaStream_t stream = nullptr, bool = false) { \
        const cudaError_t error = PAIRS(storage, bytes, keys.Current(), keys.Alternate(),              \
                                        values.Current(), values.Alternate(), n, begin, end, stream);  \
        if (storage) {                                                                                 \
            keys.selector ^= 1;                                                                        \
            values.selector ^= 1;                                                                      \
        }                                                                                              \
        return error;                                                                                  \
    }
    SCANLAB_SORT(SortKeys, SortPairs, false)
    SCANLAB_SORT(SortKeysDescending, SortPairsDescending, true)
#undef SCANLAB_SORT
};

} // namespace cub
