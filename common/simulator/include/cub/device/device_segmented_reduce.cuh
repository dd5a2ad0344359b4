/// \file
/// Reductions of segments of an array in device memory: a thread for each segment.
#pragma once

#include "call.cuh"

#include <limits>

namespace cub {

struct DeviceSegmentedReduce {
    template <class In, class Out, class Begins, class Ends, class Operation, class T>
    static cudaError_t Reduce(void* storage, std::size_t& bytes, In in, Out out, int segments,
                              Begins begins, Ends ends, Operation operation, T initial,
                              cudaStream_t stream = nullptr, bool = false) {
        return detail::device_call(storage, bytes, detail::storage_for(segments), stream, [&] {
            detail::each(stream, static_cast<std::size_t>(segments), [=](std::size_t segment) mutable {
                T sum = initial;
                const auto end = ends[segment];
                for (auto i = begins[segment]; i < end; ++i) sum = operation(sum, T(in[i]));
                out[segment] = sum;
            });
        });
    }
    template <class In, class Out, class Begins, class Ends>
    static cudaError_t Sum(void* storage, std::size_t& bytes, In in, Out out, int segments,
                           Begins begins, Ends ends, cudaStream_t stream = nullptr, bool = false) {
        return Reduce(storage, bytes, in, out, segments, begins, ends, cub::Sum(),
                      detail::output_of<Out, detail::value_of<In>>(), stream);
    }
    template <class In, class Out, class Begins, class Ends>
    static cudaError_t Min(void* storage, std::size_t& bytes, In in, Out out, int segments,
                           Begins begins, Ends ends, cudaStream_t stream = nullptr, bool = false) {
        return Reduce(storage, bytes, in, out, segments, begins, ends, cub::Min(),
                      std::numeric_limits<detail::value_of<In>>::max(), stream);
    }
    template <class In, class Out, class Begins, class Ends>
    static cudaError_t Max(void* storage, std::size_t& bytes, In in, Out out, int segments,
                           Begins begins, Ends ends, cudaStream_t stream = nullptr, bool = false) {
        return Reduce(storage, bytes, in, out, segments, begins, ends, cub::Max(),
                      std::numeric_limits<detail::value_of<In>>::lowest(), stream);
    }
};

} // namespace cub
