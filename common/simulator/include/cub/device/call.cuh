/// \file
/// What all device-wide algorithms have in common: CUB's interface, of which the first call says how
/// much temporary storage the second wants, and their place in a stream. As with NVIDIA's, the host
/// does not wait for them. Most are computed by one thread, in whose kernel they are Thrust's
/// sequential ones; where the caller has a function for each element, each has a thread.
#pragma once

#include "../iterator/iterators.cuh"
#include "../thread/thread_operators.cuh"
#include "../util_debug.cuh"

#if !__has_include(<thrust/version.h>)
#error "CUB's device-wide algorithms need Thrust: apt-get install libthrust-dev"
#endif
#include <thrust/detail/seq.h>
#include <thrust/execution_policy.h>
#include <thrust/system/cuda/error.h>

#include <cstdint>
#include <new>

namespace cub::detail {

/// What Thrust throws, as the error that CUB returns.
template <class Submit>
cudaError_t error_of(Submit submit) {
    try {
        submit();
    } catch (const thrust::system_error& error) {
        return static_cast<cudaError_t>(error.code().value());
    } catch (const std::bad_alloc&) {
        return cudaErrorMemoryAllocation;
    }
    return cudaSuccess;
}

/// Storage for `n` items of so many bytes, and for the state of each tile of them.
template <class Count>
std::size_t storage_for(Count n, std::size_t item_bytes = 0) {
    constexpr std::size_t alignment = 512, tile = 256, bytes_of_state = 8;
    const auto items = static_cast<std::size_t>(n);
    return alignment + items * item_bytes + (items + tile - 1) / tile * bytes_of_state;
}

/// Has the algorithm submitted, which wants so much temporary storage; or tells how much, if there is
/// none.
template <class Submit>
cudaError_t device_call(void* storage, std::size_t& bytes, std::size_t wanted, cudaStream_t stream,
                        Submit submit) {
    if (!storage) {
        bytes = wanted;
        return cudaSuccess;
    }
    if (bytes < wanted) {
        scanlab::sim::refuse_storage(bytes, wanted);
        return cudaErrorInvalidValue;
    }
    if (const cudaError_t error = cudaMemsetAsync(storage, 0xCB, wanted, stream); error != cudaSuccess)
        return error;
    return error_of(submit);
}

/// Runs `body(i)` by a thread for each i.
template <class Body>
void each(cudaStream_t stream, std::size_t n, Body body) {
    thrust::cuda_cub::launch_parallel(stream, n, body);
}

/// The same of an algorithm that one thread of the device computes.
template <class Algorithm>
cudaError_t compute(void* storage, std::size_t& bytes, std::size_t wanted, cudaStream_t stream,
                    Algorithm algorithm) {
    return device_call(storage, bytes, wanted, stream, [&] {
        detail::each(stream, 1, [algorithm](std::size_t) mutable { algorithm(); });
    });
}

template <class Output, class Fallback>
using output_of = std::conditional_t<std::is_void_v<typename std::iterator_traits<Output>::value_type>,
                                     Fallback, value_of<Output>>;

} // namespace cub::detail
