#include "findings/findings.hpp"
#include "machine/api/api.hpp"
#include "machine/memory/device_variables.hpp"
#include "machine/threads/fault.hpp"
#include "machine/threads/library_calls.hpp"
#include "machine/threads/time_limit.hpp"
#include "platform/platform.hpp"
#include "scanlab_sim/core.hpp"

#include <cstring>

namespace scanlab::sim {

void require_host(const void* site) {
    if (now.thread)
        stop_with_finding(
            cudaErrorNotPermitted, FindingKind::host_call, site,
            [] {
                return std::string("A kernel calls a function of the CUDA runtime that only the host "
                                   "can call.");
            },
            "Call it on the host before the launch, and pass the result to the kernel.");
    if (now.overdue) stop_overdue_program(pending::site);
}

cudaError_t refuse_in_host_function(const SourceLine& at) {
    report({.kind = FindingKind::host_call,
            .at = at,
            .message =
                "A host function that runs in a stream calls the CUDA runtime, which CUDA does not "
                "permit (`cudaErrorNotPermitted`).",
            .hint = "Make the call in the thread that has submitted the function, after it has waited "
                    "for the stream or for an event."});
    return remember(cudaErrorNotPermitted);
}
cudaError_t refuse_in_host_function(const void* site, const void* frame) {
    return refuse_in_host_function(source_line(call_by_user(site, frame)));
}

} // namespace scanlab::sim

using namespace scanlab::sim;

cudaError_t cudaPeekAtLastError() {
    if (in_kernel()) return cudaSuccess; // a launch by a kernel that goes wrong is told otherwise
    require_host(__builtin_return_address(0));
    return show_last_error();
}

cudaError_t cudaGetLastError() {
    if (in_kernel()) return cudaSuccess;
    const cudaError_t error = cudaPeekAtLastError();
    clear_last_error();
    return error;
}

/// The runtime's text, which device code gets, too.
static const char* text_for_caller(const char* text) {
    if (in_kernel()) add_device_constant(text, std::strlen(text) + 1, "an error's text");
    return text;
}

const char* cudaGetErrorName(cudaError_t error) {
    switch (error) {
#define SCANLAB_NAME(name, value, text)                                                                \
    case name:                                                                                         \
        return text_for_caller(#name);
        SCANLAB_CUDA_ERRORS(SCANLAB_NAME)
        SCANLAB_CUDA_ERRORS_OF_OTHERS(SCANLAB_NAME)
#undef SCANLAB_NAME
    }
    return text_for_caller("unrecognized error code");
}

const char* cudaGetErrorString(cudaError_t error) {
    switch (error) {
#define SCANLAB_TEXT(name, value, text)                                                                \
    case name:                                                                                         \
        return text_for_caller(text);
        SCANLAB_CUDA_ERRORS(SCANLAB_TEXT)
        SCANLAB_CUDA_ERRORS_OF_OTHERS(SCANLAB_TEXT)
#undef SCANLAB_TEXT
    }
    return text_for_caller("unrecognized error code");
}
