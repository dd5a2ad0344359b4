#include "machine/api/api.hpp"
#include "machine/threads/fault.hpp"
#include "machine/threads/library_calls.hpp"
#include "machine/threads/time_limit.hpp"
#include "platform/platform.hpp"
#include "scanlab_sim/core.hpp"
#include "words/findings.hpp"

namespace scanlab::sim {

namespace {
cudaError_t last = cudaSuccess, sticky = cudaSuccess;
cudaError_t unseen = cudaSuccess; ///< a launch's error that the program has not seen
bool met_an_error = false, gave_up = false;

struct {
    const char* file = "";
    int line = 0;
} last_launch;

const void* site_of_call = nullptr;
const Frame* frame_of_call = nullptr;
bool site_is_held = false;

const void* site_of_user(const void* return_address, const void* frame) {
    return is_in_library(return_address) ? call_by_user(static_cast<const Frame*>(frame))
                                         : return_address;
}
} // namespace

const void* call_site() { return site_of_call; }
const Frame* calling_frame() { return frame_of_call; }
void set_call_site(const void* return_address, const void* frame) {
    if (site_is_held) return;
    frame_of_call = static_cast<const Frame*>(frame);
    site_of_call = site_of_user(return_address, frame);
}

CallSiteHeld::CallSiteHeld(const void* site, const void* frame) : was_held_(site_is_held) {
    site_is_held = false;
    set_call_site(site, frame);
    site_is_held = true;
}
CallSiteHeld::~CallSiteHeld() { site_is_held = was_held_; }

void set_error(int error, const char* file, int line) {
    last_launch = {file, line};
    unseen = remember(static_cast<cudaError_t>(error));
}

void make_sticky(int error) {
    platform::refuse_to_work_as_copy();
    if (sticky) return;
    sticky = unseen = remember(static_cast<cudaError_t>(error));
}

bool has_sticky_error() { return sticky != cudaSuccess; }

bool may_launch(const char* file, int line) {
    if (remember(sticky)) return false;
    last_launch = {file, line};
    return true;
}

bool had_error() { return met_an_error; }

bool may_have_given_up() { return gave_up; }
void note_that_it_goes_on() { gave_up = false; }

void report_unchecked_error() {
    if (!unseen) return;
    report({.kind = FindingKind::unchecked_error,
            .at = {last_launch.file, last_launch.line},
            .message = std::string("the program ended without having looked at this launch's error, ") +
                       cudaGetErrorName(unseen) + " (" + cudaGetErrorString(unseen) + ")",
            .hint = "cudaGetLastError() after the launch, and what cudaDeviceSynchronize() returns"});
}

cudaError_t show_sticky_error() {
    if (sticky) unseen = cudaSuccess;
    return remember(sticky);
}

cudaError_t remember(cudaError_t result) {
    if (result && result != cudaErrorNotReady) { // which is no error
        last = result;
        met_an_error = gave_up = true;
    }
    return result;
}

cudaError_t show_last_error() {
    unseen = cudaSuccess;
    return last;
}

void clear_last_error() { last = cudaSuccess; }

void reset_errors() {
    last = sticky = unseen = cudaSuccess;
    met_an_error = gave_up = false;
}

void require_host(const void* site) {
    if (now.thread)
        stop_with_finding(
            cudaErrorNotPermitted, FindingKind::host_call, site,
            [] {
                return std::string("a kernel calls a function of the runtime API, which is the host's");
            },
            "what a kernel needs, the host can do before the launch, and hand over");
    if (now.overdue) stop_overdue_program();
}

cudaError_t refuse_in_host_function(const SourceLine& at) {
    report({.kind = FindingKind::host_call,
            .at = at,
            .message =
                "a function that runs in a stream calls the runtime API, which CUDA does not permit "
                "(cudaErrorNotPermitted)",
            .hint = "the thread that has submitted it can make the call, after it has waited for the "
                    "stream, or for an event after the function"});
    return remember(cudaErrorNotPermitted);
}
cudaError_t refuse_in_host_function(const void* site, const void* frame) {
    return refuse_in_host_function(source_line(site_of_user(site, frame)));
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

const char* cudaGetErrorName(cudaError_t error) {
    switch (error) {
#define SCANLAB_NAME(name, value, text)                                                                \
    case name:                                                                                         \
        return #name;
        SCANLAB_CUDA_ERRORS(SCANLAB_NAME)
        SCANLAB_CUDA_ERRORS_OF_OTHERS(SCANLAB_NAME)
#undef SCANLAB_NAME
    }
    return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
    switch (error) {
#define SCANLAB_TEXT(name, value, text)                                                                \
    case name:                                                                                         \
        return text;
        SCANLAB_CUDA_ERRORS(SCANLAB_TEXT)
        SCANLAB_CUDA_ERRORS_OF_OTHERS(SCANLAB_TEXT)
#undef SCANLAB_TEXT
    }
    return "unrecognized error code";
}
