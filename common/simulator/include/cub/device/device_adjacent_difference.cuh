/// \file
/// Differences of neighbouring elements of an array in device memory.
#pragma once

#include "call.cuh"

#include <thrust/device_vector.h>

namespace cub {

struct DeviceAdjacentDifference {
    template <class In, class Out, class Count, class Operation = Difference>
    static cudaError_t SubtractLeftCopy(void* storage, std::size_t& bytes, In in, Out out, Count n,
                                        Operation difference = {}, cudaStream_t stream = nullptr,
                                        bool = false) {
        return detail::device_call(storage, bytes, 0, stream, [&] {
            detail::each(stream, static_cast<std::size_t>(n), [=](std::size_t i) mutable {
                out[i] = i > 0 ? difference(in[i], in[i - 1]) : in[i];
            });
        });
    }
    template <class In, class Out, class Count, class Operation = Difference>
    static cudaError_t SubtractRightCopy(void* storage, std::size_t& bytes, In in, Out out, Count n,
                                         Operation difference = {}, cudaStream_t stream = nullptr,
                                         bool = false) {
        return detail::device_call(storage, bytes, 0, stream, [&] {
            detail::each(stream, static_cast<std::size_t>(n),
                         [=, last = static_cast<std::size_t>(n) - 1](std::size_t i) mutable {
                             out[i] = i < last ? difference(in[i], in[i + 1]) : in[i];
                         });
        });
    }
    template <class Iterator, class Count, class Operation = Difference>
    static cudaError_t SubtractLeft(void* storage, std::size_t& bytes, Iterator data, Count n,
                                    Operation difference = {}, cudaStream_t stream = nullptr,
                                    bool = false) {
        if (!storage) return SubtractLeftCopy(storage, bytes, data, data, n, difference, stream);
        const thrust::device_vector<detail::value_of<Iterator>> before(
            thrust::device_pointer_cast(data), thrust::device_pointer_cast(data + n));
        return SubtractLeftCopy(storage, bytes, thrust::raw_pointer_cast(before.data()), data, n,
                                difference, stream);
    }
    template <class Iterator, class Count, class Operation = Difference>
    static cudaError_t SubtractRight(void* storage, std::size_t& bytes, Iterator data, Count n,
                                     Operation difference = {}, cudaStream_t stream = nullptr,
                                     bool = false) {
        if (!storage) return SubtractRightCopy(storage, bytes, data, data, n, difference, stream);
        const thrust::device_vector<detail::value_of<Iterator>> before(
            thrust::device_pointer_cast(data), thrust::device_pointer_cast(data + n));
        return SubtractRightCopy(storage, bytes, thrust::raw_pointer_cast(before.data()), data, n,
                                 difference, stream);
    }
};

} // namespace cub
