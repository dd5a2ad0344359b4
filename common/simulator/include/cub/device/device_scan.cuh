/// \file
/// Scans of arrays in device memory.
#pragma once

#include "call.cuh"

#include <thrust/scan.h>

namespace cub {

struct DeviceScan {
    template <class In, class Out, class Count>
    static cudaError_t InclusiveSum(void* storage, std::size_t& bytes, In in, Out out, Count n,
                                    cudaStream_t stream = nullptr, bool = false) {
        return InclusiveScan(storage, bytes, in, out, Sum(), n, stream);
    }
    template <class In, class Out, class Count>
    static cudaError_t ExclusiveSum(void* storage, std::size_t& bytes, In in, Out out, Count n,
                                    cudaStream_t stream = nullptr, bool = false) {
        return ExclusiveScan(storage, bytes, in, out, Sum(), detail::value_of<In>(), n, stream);
    }
    template <class In, class Out, class Operation, class Count>
    static cudaError_t InclusiveScan(void* storage, std::size_t& bytes, In in, Out out,
                                     Operation operation, Count n, cudaStream_t stream = nullptr,
                                     bool = false) {
        return detail::compute(storage, bytes, detail::storage_for(n), stream, [=]() mutable {
            thrust::inclusive_scan(thrust::seq, in, in + n, out, operation);
        });
    }
    template <class In, class Out, class Operation, class T, class Count>
    requires std::is_integral_v<Count>
    static cudaError_t ExclusiveScan(void* storage, std::size_t& bytes, In in, Out out,
                                     Operation operation, T initial, Count n,
                                     cudaStream_t stream = nullptr, bool = false) {
        return detail::compute(storage, bytes, detail::storage_for(n), stream, [=]() mutable {
            thrust::exclusive_scan(thrust::seq, in, in + n, out, initial, operation);
        });
    }
    template <class In, class Out, class Operation, class T, class Count>
    static cudaError_t InclusiveScanInit(void* storage, std::size_t& bytes, In in, Out out,
                                         Operation operation, T initial, Count n,
                                         cudaStream_t stream = nullptr) {
        return detail::compute(storage, bytes, detail::storage_for(n), stream, [=]() mutable {
            thrust::inclusive_scan(thrust::seq, in, in + n, out, operation);
            for (Count i = 0; i < n; ++i) out[i] = operation(initial, out[i]);
        });
    }

    // In place.
    template <class Iterator, class Count>
    requires std::is_integral_v<Count>
    static cudaError_t InclusiveSum(void* storage, std::size_t& bytes, Iterator data, Count n,
                                    cudaStream_t stream = nullptr) {
        return InclusiveSum(storage, bytes, data, data, n, stream);
    }
    template <class Iterator, class Count>
    requires std::is_integral_v<Count>
    static cudaError_t ExclusiveSum(void* storage, std::size_t& bytes, Iterator data, Count n,
                                    cudaStream_t stream = nullptr) {
        return ExclusiveSum(storage, bytes, data, data, n, stream);
    }

    // By key: a run of equal keys has a scan of its own.
    template <class Keys, class In, class Out, class Count, class Equal = Equality>
    static cudaError_t InclusiveSumByKey(void* storage, std::size_t& bytes, Keys keys, In in, Out out,
                                         Count n, Equal equal = {}, cudaStream_t stream = nullptr) {
        return InclusiveScanByKey(storage, bytes, keys, in, out, Sum(), n, equal, stream);
    }
    template <class Keys, class In, class Out, class Count, class Equal = Equality>
    static cudaError_t ExclusiveSumByKey(void* storage, std::size_t& bytes, Keys keys, In in, Out out,
                                         Count n, Equal equal = {}, cudaStream_t stream = nullptr) {
        return ExclusiveScanByKey(storage, bytes, keys, in, out, Sum(), detail::value_of<In>(), n,
                                  equal, stream);
    }
    template <class Keys, class In, class Out, class Operation, class Count, class Equal = Equality>
    static cudaError_t InclusiveScanByKey(void* storage, std::size_t& bytes, Keys keys, In in, Out out,
                                          Operation operation, Count n, Equal equal = {},
                                          cudaStream_t stream = nullptr) {
        return detail::compute(storage, bytes, detail::storage_for(n), stream, [=]() mutable {
            thrust::inclusive_scan_by_key(thrust::seq, keys, keys + n, in, out, equal, operation);
        });
    }
    template <class Keys, class In, class Out, class Operation, class T, class Count,
              class Equal = Equality>
    static cudaError_t ExclusiveScanByKey(void* storage, std::size_t& bytes, Keys keys, In in, Out out,
                                          Operation operation, T initial, Count n, Equal equal = {},
                                          cudaStream_t stream = nullptr) {
        return detail::compute(storage, bytes, detail::storage_for(n), stream, [=]() mutable {
            thrust::exclusive_scan_by_key(thrust::seq, keys, keys + n, in, out, initial, equal,
                                          operation);
        });
    }
};

} // namespace cub
