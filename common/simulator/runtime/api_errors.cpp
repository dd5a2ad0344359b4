#include "api.hpp"

#include "scanlab_sim/core.hpp"

namespace scanlab::sim {

namespace {
cudaError_t last = cudaSuccess, sticky = cudaSuccess;

/// A launch's error that the program has not seen.
struct Unseen {
    cudaError_t error = cudaSuccess;
    const char* file = nullptr;
    int line = 0;
};
Unseen unseen;

const void* site_of_call = nullptr;
} // namespace

const void* call_site() { return site_of_call; }
void set_call_site(const void* return_address) { site_of_call = return_address; }

void set_error(int error, const char* file, int line) {
    last = static_cast<cudaError_t>(error);
    unseen = {last, file, line};
}

void make_sticky(int error) {
    if (sticky) return;
    last = sticky = static_cast<cudaError_t>(error);
    unseen = {sticky, nullptr, 0};
}

bool has_sticky_error() { return remember(sticky) != cudaSuccess; }

int pending_error() { return unseen.error; }

std::string pending_error_source() {
    return unseen.file ? std::string(unseen.file) + ":" + std::to_string(unseen.line) + ": "
                       : std::string();
}

cudaError_t show_sticky_error() {
    if (sticky) unseen = {};
    return remember(sticky);
}

cudaError_t remember(cudaError_t result) {
    if (result) last = result;
    return result;
}

cudaError_t show_last_error() {
    unseen = {};
    return last;
}

void clear_last_error() { last = cudaSuccess; }

void reset_errors() {
    last = sticky = cudaSuccess;
    unseen = {};
}

void refuse_in_kernel() {
    if (in_kernel())
        kernel_fault(cudaErrorNotPermitted, "a kernel calls a function of the host's runtime API");
}

} // namespace scanlab::sim

using namespace scanlab::sim;

cudaError_t cudaPeekAtLastError() {
    refuse_in_kernel();
    return show_last_error();
}

cudaError_t cudaGetLastError() {
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
#undef SCANLAB_TEXT
    }
    return "unrecognized error code";
}
