/// \file
/// Sorting: a merge sort, in which a thread merges two neighbouring runs into one.
#pragma once

#include "tiles.h"

#include <thrust/detail/seq.h>
#include <thrust/distance.h>
#include <thrust/sort.h>

#include <algorithm>
#include <utility>

namespace thrust::cuda_cub {

/// Keys and their values, which move together.
template <class Key, class Value>
struct Items {
    Key* keys;
    Value* values;

    void take(std::size_t i, const Items& from, std::size_t j) const {
        ::new (static_cast<void*>(keys + i)) Key(from.keys[j]);
        if (values) ::new (static_cast<void*>(values + i)) Value(from.values[j]);
    }
};

/// Sorts `n` items by way of `other`, which has as much room; returns where they are then.
template <class Policy, class Key, class Value, class Less>
Items<Key, Value> merge_runs(execution_policy<Policy>& policy, Items<Key, Value> items,
                             Items<Key, Value> other, std::size_t n, Less less) {
    for (std::size_t run = 1; run < n; run *= 2) {
        cuda_cub::in_parallel(policy, (n + 2 * run - 1) / (2 * run), [=](std::size_t pair) mutable {
            const std::size_t begin = 2 * run * pair, middle = std::min(begin + run, n),
                              end = std::min(middle + run, n);
            std::size_t left = begin, right = middle;
            for (std::size_t i = begin; i < end; ++i) {
                const bool is_right =
                    left == middle || (right < end && less(items.keys[right], items.keys[left]));
                other.take(i, items, is_right ? right++ : left++);
            }
        });
        std::swap(items, other);
    }
    return items;
}

template <class Policy, class Keys, class Less>
void stable_sort(execution_policy<Policy>& policy, Keys first, Keys last, Less less) {
    if (scanlab::sim::in_kernel()) return thrust::stable_sort(thrust::seq, first, last, less);
    using Key = typename thrust::iterator_value<Keys>::type;
    const auto n = static_cast<std::size_t>(thrust::distance(first, last));
    if (n < 2) return;
    thrust::detail::temporary_array<Key, Policy> keys(policy, first, last), more_keys(0, policy, n);
    using All = Items<Key, char>;
    const All sorted =
        cuda_cub::merge_runs(policy, All{thrust::raw_pointer_cast(keys.data()), nullptr},
                             All{thrust::raw_pointer_cast(more_keys.data()), nullptr}, n, less);
    copy_n(policy,
           sorted.keys == thrust::raw_pointer_cast(keys.data()) ? keys.begin() : more_keys.begin(), n,
           first);
}

template <class Policy, class Keys, class Values, class Less>
void stable_sort_by_key(execution_policy<Policy>& policy, Keys first, Keys last, Values first_value,
                        Less less) {
    if (scanlab::sim::in_kernel())
        return thrust::stable_sort_by_key(thrust::seq, first, last, first_value, less);
    using Key = typename thrust::iterator_value<Keys>::type;
    using Value = typename thrust::iterator_value<Values>::type;
    const auto n = static_cast<std::size_t>(thrust::distance(first, last));
    if (n < 2) return;
    thrust::detail::temporary_array<Key, Policy> keys(policy, first, last), more_keys(0, policy, n);
    thrust::detail::temporary_array<Value, Policy> values(policy, first_value, n),
        more_values(0, policy, n);
    using All = Items<Key, Value>;
    const All sorted = cuda_cub::merge_runs(
        policy, All{thrust::raw_pointer_cast(keys.data()), thrust::raw_pointer_cast(values.data())},
        All{thrust::raw_pointer_cast(more_keys.data()), thrust::raw_pointer_cast(more_values.data())},
        n, less);
    const bool is_back = sorted.keys == thrust::raw_pointer_cast(keys.data());
    copy_n(policy, is_back ? keys.begin() : more_keys.begin(), n, first);
    copy_n(policy, is_back ? values.begin() : more_values.begin(), n, first_value);
}

} // namespace thrust::cuda_cub

#include <thrust/execution_policy.h> // which CUDA's own brings along, too
