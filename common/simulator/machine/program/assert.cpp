// A failed assert() calls this function of the C library, which a program may replace.
#include "findings/source_text.hpp"
#include "machine/threads/crash.hpp"
#include "machine/threads/fault.hpp"

#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

/// As the user has written it: a launch in it has been translated before the macro made text of it.
std::string as_written(const char* condition, const char* file, unsigned line) {
    if (!std::strstr(condition, "::scanlab::sim::launch(")) return condition;
    return scanlab::sim::source_code(file, static_cast<int>(line));
}

} // namespace

extern "C" [[noreturn, gnu::visibility("default")]] void
__assert_fail(const char* condition, const char* file, unsigned line, const char* function) noexcept {
    using namespace scanlab::sim;
    const auto failed = [&] {
        return Finding{.kind = FindingKind::failed_assertion,
                       .at = {file, static_cast<int>(line)},
                       .message = "The assertion `" + as_written(condition, file, line) +
                                  "` fails, in `" + function + "`."};
    };
    if (!now.thread) {
        std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function,
                     as_written(condition, file, line).c_str());
        report_crash(failed());
        std::abort();
    }
    {
        const Unobserved unobserved;
        Finding finding = failed();
        finding.position = position_of(*unobserved.thread);
        report(std::move(finding));
    }
    stop_kernel(cudaErrorAssert);
}
