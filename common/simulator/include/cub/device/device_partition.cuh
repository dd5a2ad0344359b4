/// \file
/// Partitions of arrays in device memory: what is selected comes first, in its order; the rest comes
/// last, in reverse.
#pragma once

#include "call.cuh"

#include <thrust/iterator/reverse_iterator.h>
#include <thrust/partition.h>

namespace cub {

struct DevicePartition {
    template <class In, class Flags, class Out, class Selected, class Count>
    static cudaError_t Flagged(void* storage, std::size_t& bytes, In in, Flags flags, Out out,
                               Selected selected, Count n, cudaStream_t stream = nullptr,
                               bool = false) {
        return detail::compute(storage, bytes, detail::storage_for(n), stream, [=]() mutable {
            const auto is_set = [](const auto& flag) { return static_cast<bool>(flag); };
            const auto end = thrust::partition_copy(thrust::seq, in, in + n, flags, out,
                                                    thrust::make_reverse_iterator(out + n), is_set);
            *selected = end.first - out;
        });
    }
    template <class In, class Out, class Selected, class Count, class Predicate>
    static cudaError_t If(void* storage, std::size_t& bytes, In in, Out out, Selected selected, Count n,
                          Predicate predicate, cudaStream_t stream = nullptr, bool = false) {
        return detail::compute(storage, bytes, detail::storage_for(n), stream, [=]() mutable {
            const auto end = thrust::partition_copy(thrust::seq, in, in + n, out,
                                                    thrust::make_reverse_iterator(out + n), predicate);
            *selected = end.first - out;
        });
    }
};

} // namespace cub
