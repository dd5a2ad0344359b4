/// \file
/// What every function of the runtime API has in common.
#pragma once

#include "findings/source_lines.hpp"
#include "machine/base/call_site.hpp"
#include "machine/base/errors.hpp"
#include "machine/base/host_lock.hpp"
#include "machine/memory/devices.hpp"
#include "machine/memory/memory.hpp"
#include "machine/threads/library_calls.hpp"
#include "machine/work/pending.hpp"
#include "machine/work/streams.hpp"
#include "scanlab_sim/core.hpp"

#include <cuda_runtime_api.h>

namespace scanlab::sim {

/// Stops a kernel that calls the host's API, and a program that does so although its time is over.
/// `site`: where the function returns to.
void require_host(const void* site);

/// A function that runs in a stream calls the API: tells the user that it may not, and returns the
/// error.
cudaError_t refuse_in_host_function(const SourceLine& at);
cudaError_t refuse_in_host_function(const void* site, const void* frame);

/// Null, one of the two special handles, or created and not yet destroyed; tells the user if it was
/// destroyed.
bool is_stream(cudaStream_t stream);
/// The same of a launch's.
bool is_in_stream(const LaunchConfig& launch);

/// Runs the body of an API function, unless an error sticks, and remembers what it returns. (The
/// defaults of `site` and `frame` are evaluated in that function, and so say who called it.)
template <class Body>
cudaError_t api_call(Body body, const void* site = __builtin_return_address(0),
                     const void* frame = __builtin_frame_address(0)) {
    require_host(site);
    const HostLock lock;
    if (is_host_function()) return refuse_in_host_function(site, frame);
    set_call_site(call_by_user(site, frame), frame);
    if (const cudaError_t error = show_sticky_error()) return error;
    const memory::Opened opened;
    if (pending::any()) pending::go_on();
    const cudaError_t result = body();
    if (const cudaError_t error = show_sticky_error())
        return error; // of work that has gone on meanwhile
    return remember(result);
}

/// The same for a function that works in a stream.
template <class Body>
cudaError_t api_call_in(cudaStream_t stream, Body body, const void* site = __builtin_return_address(0),
                        const void* frame = __builtin_frame_address(0)) {
    return api_call([&] { return is_stream(stream) ? body() : cudaErrorInvalidResourceHandle; }, site,
                    frame);
}

} // namespace scanlab::sim
