/// \file
/// A function for each element of an array in device memory, or each index.
#pragma once

#include "call.cuh"

#include <thrust/for_each.h>

namespace cub {

struct DeviceFor {
    template <class Count, class Function>
    static cudaError_t Bulk(Count n, Function function, cudaStream_t stream = nullptr) {
        return without_storage([&] {
            detail::each(stream, static_cast<std::size_t>(n),
                         [=](std::size_t i) mutable { function(static_cast<Count>(i)); });
        });
    }
    template <class Iterator, class Count, class Function>
    static cudaError_t ForEachN(Iterator first, Count n, Function function,
                                cudaStream_t stream = nullptr) {
        return without_storage(
            [&] { thrust::for_each_n(detail::in_stream(stream), first, n, function); });
    }
    template <class Iterator, class Function>
    static cudaError_t ForEach(Iterator first, Iterator last, Function function,
                               cudaStream_t stream = nullptr) {
        return ForEachN(first, last - first, function, stream);
    }

private:
    template <class Algorithm>
    static cudaError_t without_storage(Algorithm algorithm) {
        try {
            algorithm();
        } catch (const thrust::system_error& error) {
            return static_cast<cudaError_t>(error.code().value());
        }
        return cudaSuccess;
    }
};

} // namespace cub
