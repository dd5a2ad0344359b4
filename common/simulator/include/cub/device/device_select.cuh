/// \file
/// Compaction of arrays in device memory.
#pragma once

#include "call.cuh"

#include <thrust/copy.h>
#include <thrust/unique.h>

namespace cub {

struct DeviceSelect {
    template <class In, class Flags, class Out, class Selected, class Count>
    static cudaError_t Flagged(void* storage, std::size_t& bytes, In in, Flags flags, Out out,
                               Selected selected, Count n, cudaStream_t stream = nullptr,
                               bool = false) {
        return detail::device_call(storage, bytes, 0, stream, [&] {
            const auto is_set = [](const auto& flag) { return static_cast<bool>(flag); };
            detail::put(stream, selected,
                        thrust::copy_if(detail::in_stream(stream), in, in + n, flags, out, is_set) -
                            out);
        });
    }
    template <class In, class Out, class Selected, class Count, class Predicate>
    static cudaError_t If(void* storage, std::size_t& bytes, In in, Out out, Selected selected, Count n,
                          Predicate predicate, cudaStream_t stream = nullptr, bool = false) {
        return detail::device_call(storage, bytes, 0, stream, [&] {
            detail::put(stream, selected,
                        thrust::copy_if(detail::in_stream(stream), in, in + n, out, predicate) - out);
        });
    }
    template <class In, class Out, class Selected, class Count>
    static cudaError_t Unique(void* storage, std::size_t& bytes, In in, Out out, Selected selected,
                              Count n, cudaStream_t stream = nullptr, bool = false) {
        return detail::device_call(storage, bytes, 0, stream, [&] {
            detail::put(stream, selected,
                        thrust::unique_copy(detail::in_stream(stream), in, in + n, out, Equality()) -
                            out);
        });
    }
    template <class Keys, class In, class KeysOut, class Out, class Selected, class Count>
    static cudaError_t UniqueByKey(void* storage, std::size_t& bytes, Keys keys, In in,
                                   KeysOut keys_out, Out out, Selected selected, Count n,
                                   cudaStream_t stream = nullptr, bool = false) {
        return detail::device_call(storage, bytes, 0, stream, [&] {
            const auto end = thrust::unique_by_key_copy(detail::in_stream(stream), keys, keys + n, in,
                                                        keys_out, out, Equality());
            detail::put(stream, selected, end.first - keys_out);
        });
    }
};

} // namespace cub
