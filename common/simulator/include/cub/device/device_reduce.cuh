/// \file
/// Reductions of arrays in device memory.
#pragma once

#include "call.cuh"

#include <thrust/reduce.h>

#include <limits>

namespace cub {

struct DeviceReduce {
    template <class In, class Out, class Count, class Operation, class T>
    static cudaError_t Reduce(void* storage, std::size_t& bytes, In in, Out out, Count n,
                              Operation operation, T initial, cudaStream_t stream = nullptr,
                              bool = false) {
        return detail::compute(storage, bytes, detail::storage_for(n), stream, [=]() mutable {
            *out = thrust::reduce(thrust::seq, in, in + n, initial, operation);
        });
    }
    template <class In, class Out, class Count>
    static cudaError_t Sum(void* storage, std::size_t& bytes, In in, Out out, Count n,
                           cudaStream_t stream = nullptr, bool = false) {
        return Reduce(storage, bytes, in, out, n, cub::Sum(),
                      detail::output_of<Out, detail::value_of<In>>(), stream);
    }
    template <class In, class Out, class Count>
    static cudaError_t Min(void* storage, std::size_t& bytes, In in, Out out, Count n,
                           cudaStream_t stream = nullptr, bool = false) {
        return Reduce(storage, bytes, in, out, n, cub::Min(),
                      std::numeric_limits<detail::value_of<In>>::max(), stream);
    }
    template <class In, class Out, class Count>
    static cudaError_t Max(void* storage, std::size_t& bytes, In in, Out out, Count n,
                           cudaStream_t stream = nullptr, bool = false) {
        return Reduce(storage, bytes, in, out, n, cub::Max(),
                      std::numeric_limits<detail::value_of<In>>::lowest(), stream);
    }
    template <class In, class Out, class Count>
    static cudaError_t ArgMin(void* storage, std::size_t& bytes, In in, Out out, Count n,
                              cudaStream_t stream = nullptr, bool = false) {
        using T = detail::value_of<In>;
        return Reduce(storage, bytes, ArgIndexInputIterator<In, int>(in), out, n, cub::ArgMin(),
                      KeyValuePair<int, T>(1, std::numeric_limits<T>::max()), stream);
    }
    template <class In, class Out, class Count>
    static cudaError_t ArgMax(void* storage, std::size_t& bytes, In in, Out out, Count n,
                              cudaStream_t stream = nullptr, bool = false) {
        using T = detail::value_of<In>;
        return Reduce(storage, bytes, ArgIndexInputIterator<In, int>(in), out, n, cub::ArgMax(),
                      KeyValuePair<int, T>(1, std::numeric_limits<T>::lowest()), stream);
    }
    template <class In, class Out, class Count, class Operation, class Transform, class T>
    static cudaError_t TransformReduce(void* storage, std::size_t& bytes, In in, Out out, Count n,
                                       Operation operation, Transform transform, T initial,
                                       cudaStream_t stream = nullptr) {
        return Reduce(storage, bytes, TransformInputIterator<T, Transform, In>(in, transform), out, n,
                      operation, initial, stream);
    }
    template <class Keys, class Unique, class In, class Out, class Runs, class Operation, class Count>
    static cudaError_t ReduceByKey(void* storage, std::size_t& bytes, Keys keys, Unique unique, In in,
                                   Out out, Runs runs, Operation operation, Count n,
                                   cudaStream_t stream = nullptr, bool = false) {
        return detail::compute(storage, bytes, detail::storage_for(n), stream, [=]() mutable {
            const auto end = thrust::reduce_by_key(thrust::seq, keys, keys + n, in, unique, out,
                                                   Equality(), operation);
            *runs = end.second - out;
        });
    }
};

} // namespace cub
