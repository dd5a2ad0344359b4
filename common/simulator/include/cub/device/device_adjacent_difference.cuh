/// \file
/// Differences of neighbouring elements of an array in device memory.
#pragma once

#include "call.cuh"

namespace cub {

struct DeviceAdjacentDifference {
    template <class In, class Out, class Count, class Operation = Difference>
    static cudaError_t SubtractLeftCopy(void* storage, std::size_t& bytes, In in, Out out, Count n,
                                        Operation difference = {}, cudaStream_t stream = nullptr,
                                        bool = false) {
        return detail::device_call(storage, bytes, detail::storage_for(n), stream, [&] {
            detail::each(stream, static_cast<std::size_t>(n), [=](std::size_t i) mutable {
                out[i] = i > 0 ? difference(in[i], in[i - 1]) : in[i];
            });
        });
    }
    template <class In, class Out, class Count, class Operation = Difference>
    static cudaError_t SubtractRightCopy(void* storage, std::size_t& bytes, In in, Out out, Count n,
                                         Operation difference = {}, cudaStream_t stream = nullptr,
                                         bool = false) {
        return detail::device_call(storage, bytes, detail::storage_for(n), stream, [&] {
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
        return detail::compute(storage, bytes, detail::storage_for(n), stream, [=]() mutable {
            for (Count i = n; i-- > 1;) data[i] = difference(data[i], data[i - 1]);
        });
    }
    template <class Iterator, class Count, class Operation = Difference>
    static cudaError_t SubtractRight(void* storage, std::size_t& bytes, Iterator data, Count n,
                                     Operation difference = {}, cudaStream_t stream = nullptr,
                                     bool = false) {
        return detail::compute(storage, bytes, detail::storage_for(n), stream, [=]() mutable {
            for (Count i = 0; i + 1 < n; ++i) data[i] = difference(data[i], data[i + 1]);
        });
    }
};

} // namespace cub
