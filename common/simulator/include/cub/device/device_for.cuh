/// \file
/// A function for each element of an array in device memory, or each index.
#pragma once

#include "call.cuh"

namespace cub {

struct DeviceFor {
    template <class Count, class Function>
    static cudaError_t Bulk(Count n, Function function, cudaStream_t stream = nullptr) {
        return detail::error_of([&] {
            detail::each(stream, static_cast<std::size_t>(n),
                         [=](std::size_t i) mutable { function(static_cast<Count>(i)); });
        });
    }
    template <class Iterator, class Count, class Function>
    static cudaError_t ForEachN(Iterator first, Count n, Function function,
                                cudaStream_t stream = nullptr) {
        return detail::error_of([&] {
            detail::each(stream, static_cast<std::size_t>(n), [=](std::size_t i) mutable {
                function(first[static_cast<std::ptrdiff_t>(i)]);
            });
        });
    }
    template <class Iterator, class Function>
    static cudaError_t ForEach(Iterator first, Iterator last, Function function,
                               cudaStream_t stream = nullptr) {
        return ForEachN(first, last - first, function, stream);
    }
};

} // namespace cub
