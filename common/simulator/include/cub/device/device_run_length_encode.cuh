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
        return detail::device_call(storage, bytes, 0, stream, [&] {
            const auto end = thrust::reduce_by_key(detail::in_stream(stream), in, in + n,
                                                   thrust::make_constant_iterator(1), unique, lengths,
                                                   Equality(), Sum());
            detail::put(stream, runs, end.second - lengths);
        });
    }
    /// Of runs of two elements and more.
    template <class In, class Offsets, class Lengths, class Runs, class Count>
    static cudaError_t NonTrivialRuns(void* storage, std::size_t& bytes, In in, Offsets offsets,
                                      Lengths lengths, Runs runs, Count n,
                                      cudaStream_t stream = nullptr, bool = false) {
        return detail::device_call(storage, bytes, 0, stream, [&] {
            const auto begins = [=](Count i) {
                return (i == 0 || !(in[i] == in[i - 1])) && i + 1 < n && in[i] == in[i + 1];
            };
            const auto end =
                thrust::copy_if(detail::in_stream(stream), thrust::counting_iterator<Count>(0),
                                thrust::counting_iterator<Count>(n), offsets, begins);
            detail::put(stream, runs, end - offsets);
            detail::each(stream, static_cast<std::size_t>(end - offsets), [=](std::size_t run) mutable {
                Count i = offsets[run];
                while (i < n && in[i] == in[offsets[run]]) ++i;
                lengths[run] = i - offsets[run];
            });
        });
    }
};

} // namespace cub
