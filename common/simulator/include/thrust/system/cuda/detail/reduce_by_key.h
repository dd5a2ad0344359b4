/// \file
/// reduce_by_key(): where runs of equal keys begin is a compaction; then each run has a thread.
#pragma once

#include "tiles.h"

#include <thrust/detail/seq.h>
#include <thrust/distance.h>
#include <thrust/pair.h>
#include <thrust/reduce.h>

namespace thrust::cuda_cub {

template <class Policy, class Keys, class Values, class KeysOut, class ValuesOut, class Equal,
          class Operation>
thrust::pair<KeysOut, ValuesOut> reduce_by_key(execution_policy<Policy>& policy, Keys first, Keys last,
                                               Values first_value, KeysOut keys_out,
                                               ValuesOut values_out, Equal equal, Operation operation) {
    if (scanlab::sim::in_kernel())
        return thrust::reduce_by_key(thrust::seq, first, last, first_value, keys_out, values_out, equal,
                                     operation);
    using Key = typename thrust::iterator_value<Keys>::type;
    using Value = typename thrust::iterator_value<Values>::type;
    const std::ptrdiff_t n = thrust::distance(first, last);
    if (n == 0) return {keys_out, values_out};
    thrust::detail::temporary_array<std::ptrdiff_t, Policy> storage(0, policy,
                                                                    static_cast<std::size_t>(n));
    std::ptrdiff_t* const begins = thrust::raw_pointer_cast(storage.data());
    const auto keys = cuda_cub::direct(first);
    const auto values = cuda_cub::direct(first_value);
    const auto runs = static_cast<std::ptrdiff_t>(cuda_cub::compact(
        policy, n,
        [=](std::size_t element) mutable {
            const auto i = static_cast<std::ptrdiff_t>(element);
            return i == 0 || !equal(Key(keys[i - 1]), Key(keys[i]));
        },
        [=](std::size_t i, std::size_t run) { begins[run] = static_cast<std::ptrdiff_t>(i); }));
    cuda_cub::in_parallel(policy, static_cast<std::size_t>(runs), [=](std::size_t index) mutable {
        const auto run = static_cast<std::ptrdiff_t>(index);
        const std::ptrdiff_t end = run + 1 < runs ? begins[run + 1] : n;
        Value sum = values[begins[run]];
        for (std::ptrdiff_t i = begins[run] + 1; i < end; ++i) sum = operation(sum, Value(values[i]));
        keys_out[run] = Key(keys[begins[run]]);
        values_out[run] = sum;
    });
    return {keys_out + runs, values_out + runs};
}

} // namespace thrust::cuda_cub
