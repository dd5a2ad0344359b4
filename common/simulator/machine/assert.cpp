// A failed assert() calls this function of the C library, which a program may replace.
#include "fault.hpp"

#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstdlib>

extern "C" [[noreturn, gnu::visibility("default")]] void
__assert_fail(const char* condition, const char* file, unsigned line, const char* function) noexcept {
    using namespace scanlab::sim;
    const auto failed = [&] {
        return Finding{.kind = FindingKind::failed_assertion,
                       .at = {file, static_cast<int>(line)},
                       .message =
                           std::string("the assertion `") + condition + "` fails, in " + function};
    };
    if (!now.thread) {
        std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, condition);
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
