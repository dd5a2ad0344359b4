/// \file
/// Runs of equal elements.
#pragma once

#include "call.cuh"

#include <thrust/copy.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>

namespace cub {

struct DeviceRunLengthEncode {
    template <class In, class Unique, class Lengths, class Runs, class Count>
    static cudaError_t Encode(void* storage, std::size_t& bytes, In in, Unique unique, Lengths lengths,
                              Runs runs, Count n, cudaStream_t stream = nullptr, bool = false) {
        return detail::compute(storage, bytes, detail::storage_for(n), stream, [=]() mutable {
            const auto end =
                thrust::reduce_by_key(thrust::seq, in, in + n, thrust::make_constant_iterator(1),
                                      unique, lengths, Equality(), Sum());
            *runs = end.second - lengths;
        });
    }
    /// Of runs of two elements and more.
    template <class In, class Offsets, class Lengths, class Runs, class Count>
    static cudaError_t NonTrivialRuns(void* storage, std::size_t& bytes, In in, Offsets offsets,
                                      Lengths lengths, Runs runs, Count n,
                                      cudaStream_t stream = nullptr, bool = false) {
        return detail::compute(storage, bytes, detail::storage_for(n), stream, [=]() mutable {
            const auto begins = [=](Count i) {
                return (i == 0 || !(in[i] == in[i - 1])) && i + 1 < n && in[i] == in[i + 1];
            };
            const auto end = thrust::copy_if(thrust::seq, thrust::counting_iterator<Count>(0),
                                             thrust::counting_iterator<Count>(n), offsets, begins);
            *runs = end - offsets;
            for (auto run = end - offsets; run-- > 0;) {
                Count i = offsets[run];
                while (i < n && in[i] == in[offsets[run]]) ++i;
                lengths[run] = i - offsets[run];
            }
        });
    }
};

} // namespace cub
