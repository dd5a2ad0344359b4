/// \file
/// What every function of the runtime API has in common.
#pragma once

#include "errors.hpp"

#include <cuda_runtime_api.h>

namespace scanlab::sim {

/// Stops a kernel that calls the host's API.
void refuse_in_kernel();

/// Null, one of the two special handles, or created and not yet destroyed.
bool is_stream(cudaStream_t stream);

/// Runs the body of an API function, unless an error sticks, and remembers what it returns.
template <class Body>
cudaError_t api_call(Body body) {
    refuse_in_kernel();
    if (const cudaError_t error = show_sticky_error()) return error;
    return remember(body());
}

/// The same for a function that works in a stream.
template <class Body>
cudaError_t api_call_in(cudaStream_t stream, Body body) {
    return api_call([&] { return is_stream(stream) ? body() : cudaErrorInvalidResourceHandle; });
}

} // namespace scanlab::sim
