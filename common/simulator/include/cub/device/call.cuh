/// \file
/// What all device-wide algorithms have in common. They are Thrust's, whose kernels run on the
/// simulator; CUB's own interface remains: the first call says how much temporary storage the second
/// wants.
#pragma once

#include "../iterator/iterators.cuh"
#include "../thread/thread_operators.cuh"
#include "../util_debug.cuh"

#if !__has_include(<thrust/version.h>)
#error "CUB's device-wide algorithms need Thrust: apt-get install libthrust-dev"
#endif
#include <thrust/execution_policy.h>
#include <thrust/system/cuda/error.h>

#include <new>

namespace cub::detail {

inline auto in_stream(cudaStream_t stream) { return thrust::cuda::par.on(stream); }

/// Runs the algorithm, which wants so much temporary storage; or tells how much, if there is none.
template <class Algorithm>
cudaError_t device_call(void* storage, std::size_t& bytes, std::size_t wanted, cudaStream_t stream,
                        Algorithm algorithm) {
    wanted += 256;
    if (!storage) {
        bytes = wanted;
        return cudaSuccess;
    }
    if (bytes < wanted) return cudaErrorInvalidValue;
    if (const cudaError_t error = cudaMemsetAsync(storage, 0xCB, bytes, stream); error != cudaSuccess)
        return error;
    try {
        algorithm();
    } catch (const thrust::system_error& error) {
        return static_cast<cudaError_t>(error.code().value());
    } catch (const std::bad_alloc&) {
        return cudaErrorMemoryAllocation;
    }
    return cudaSuccess;
}

/// Writes a single result.
template <class Iterator, class T>
void put(cudaStream_t stream, Iterator to, T value) {
    auto policy = in_stream(stream);
    thrust::cuda_cub::in_parallel(policy, 1, [=](std::size_t) mutable { *to = value; });
}

/// Runs `body(i)` by a thread for each i.
template <class Body>
void each(cudaStream_t stream, std::size_t n, Body body) {
    auto policy = in_stream(stream);
    thrust::cuda_cub::in_parallel(policy, n, body);
}

template <class Output, class Fallback>
using output_of = std::conditional_t<std::is_void_v<typename std::iterator_traits<Output>::value_type>,
                                     Fallback, value_of<Output>>;

} // namespace cub::detail
