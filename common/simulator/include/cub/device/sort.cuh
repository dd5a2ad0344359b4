/// \file
/// What the device-wide sorts have in common: a merge sort in the temporary storage. A radix sort moves
/// its items by digits instead, with the same result.
#pragma once

#include "call.cuh"

#include <thrust/sort.h>

namespace cub::detail {

/// Room for two copies of each item.
template <class Key, class Value = NullType, class Count>
std::size_t storage_for_sort(Count n) {
    return storage_for(n, 2 * (sizeof(Key) + (std::is_same_v<Value, NullType> ? 0 : sizeof(Value))));
}

/// Room for `n` values in the storage, which begins after that.
template <class T>
T* take(char*& storage, std::size_t n) {
    const auto address = reinterpret_cast<std::uintptr_t>(storage);
    storage += (alignof(T) - address % alignof(T)) % alignof(T);
    T* const begin = reinterpret_cast<T*>(storage);
    storage += n * sizeof(T);
    return begin;
}

/// In a kernel: what is sorted of the input goes to the output, which may be the same. Without values:
/// pointers to NullType.
template <class Keys, class KeysOut, class Values, class ValuesOut, class Less>
void sort(void* storage, std::size_t n, Keys keys, KeysOut keys_out, Values values,
          ValuesOut values_out, Less less) {
    using Key = value_of<Keys>;
    using Value = value_of<Values>;
    constexpr bool has_values = !std::is_same_v<Value, NullType>;
    using All = thrust::cuda_cub::Items<Key, Value>;
    char* room = static_cast<char*>(storage);
    All items{take<Key>(room, n), nullptr}, others{take<Key>(room, n), nullptr};
    if constexpr (has_values) {
        items.values = take<Value>(room, n);
        others.values = take<Value>(room, n);
    }
    for (std::size_t i = 0; i < n; ++i) {
        ::new (static_cast<void*>(items.keys + i)) Key(keys[i]);
        if constexpr (has_values) ::new (static_cast<void*>(items.values + i)) Value(values[i]);
    }
    thrust::cuda_cub::par_in_stream here;
    const All sorted = thrust::cuda_cub::merge_runs(here, items, others, n, less);
    for (std::size_t i = 0; i < n; ++i) {
        keys_out[i] = sorted.keys[i];
        if constexpr (has_values) values_out[i] = sorted.values[i];
    }
}

constexpr NullType* no_values = nullptr;

} // namespace cub::detail
