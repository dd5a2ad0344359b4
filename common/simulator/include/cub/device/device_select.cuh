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
        return detail::compute(storage, bytes, detail::storage_for(n), stream, [=]() mutable {
            const auto is_set = [](const auto& flag) { return static_cast<bool>(flag); };
            *selected = thrust::copy_if(thrust::seq, in, in + n, flags, out, is_set) - out;
        });
    }
    template <class In, class Out, class Selected, class Count, class Predicate>
    static cudaError_t If(void* storage, std::size_t& bytes, In in, Out out, Selected selected, Count n,
                          Predicate predicate, cudaStream_t stream = nullptr, bool = false) {
        return detail::compute(storage, bytes, detail::storage_for(n), stream, [=]() mutable {
            *selected = thrust::copy_if(thrust::seq, in, in + n, out, predicate) - out;
        });
    }
    template <class In, class Out, class Selected, class Count>
    static cudaError_t Unique(void* storage, std::size_t& bytes, In in, Out out, Selected selected,
                              Count n, cudaStream_t stream = nullptr, bool = false) {
        return detail::compute(storage, bytes, detail::storage_for(n), stream, [=]() mutable {
            *selected = thrust::unique_copy(thrust::seq, in, in + n, out, Equality()) - out;
        });
    }
    template <class Keys, class In, class KeysOut, class Out, class Selected, class Count>
    static cudaError_t UniqueByKey(void* storage, std::size_t& bytes, Keys keys, In in,
                                   KeysOut keys_out, Out out, Selected selected, Count n,
                                   cudaStream_t stream = nullptr, bool = false) {
        return detail::compute(storage, bytes, detail::storage_for(n), stream, [=]() mutable {
            const auto end =
                thrust::unique_by_key_copy(thrust::seq, keys, keys + n, in, keys_out, out, Equality());
            *selected = end.first - keys_out;
        });
    }
};

} // namespace cub
