#include "machine/base/errors.hpp"

#include "findings/findings.hpp"
#include "platform/platform.hpp"

#include <cuda_runtime_api.h>

#include <string>

namespace scanlab::sim {

namespace {
cudaError_t last_error = cudaSuccess, sticky_error = cudaSuccess;
cudaError_t unseen = cudaSuccess; ///< a launch's error that the program has not seen
bool met_an_error = false, gave_up = false;

struct {
    const char* file = "";
    int line = 0;
} last_launch;
} // namespace

void set_error(int error, const char* file, int line) {
    last_launch = {file, line};
    unseen = remember(static_cast<cudaError_t>(error));
}

void make_sticky(int error) {
    platform::refuse_to_work_as_copy();
    if (sticky_error) return;
    sticky_error = unseen = remember(static_cast<cudaError_t>(error));
}

bool has_sticky_error() { return sticky_error != cudaSuccess; }

bool may_launch(const char* file, int line) {
    if (remember(sticky_error)) return false;
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
            .message = std::string("This launch failed with `") + cudaGetErrorName(unseen) + "` (" +
                       cudaGetErrorString(unseen) + "), and the program never asked.",
            .hint = "Call `cudaGetLastError()` after each launch, and check its result and that of "
                    "`cudaDeviceSynchronize()`."});
}

cudaError_t show_sticky_error() {
    if (sticky_error) unseen = cudaSuccess;
    return remember(sticky_error);
}

cudaError_t remember(cudaError_t result) {
    if (result && result != cudaErrorNotReady) { // which is no error
        last_error = result;
        met_an_error = gave_up = true;
    }
    return result;
}

cudaError_t show_last_error() {
    unseen = cudaSuccess;
    return last_error;
}

void clear_last_error() { last_error = cudaSuccess; }

void reset_errors() {
    last_error = sticky_error = unseen = cudaSuccess;
    met_an_error = gave_up = false;
}

} // namespace scanlab::sim
