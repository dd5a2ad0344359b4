#include "machine/errors.hpp"
#include "machine/fault.hpp"
#include "machine/scheduler.hpp"
#include "platform/platform.hpp"
#include "words/source_lines.hpp"

#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstring>
#include <typeinfo>

/// What the program throws, and the harness.
[[noreturn]] void scanlab_thrown(const std::type_info& type, const char* what) {
    using namespace scanlab::sim;
    if (now.thread)
        stop_with_finding(
            cudaErrorLaunchFailure, FindingKind::host_call, scanlab_site, [] { return std::string("an exception leaves the kernel: on a GPU there are none"); },
            "__trap() or a failed assert() ends the kernel with an error");
    const bool is_of_the_harness = std::strstr(type.name(), "7scanlab") != nullptr || std::strstr(type.name(), "N3CLI") != nullptr;
    if (is_of_the_harness) {
        std::fflush(stdout);
        std::fprintf(stderr, "error: %s\n", what);
        platform::exit_orderly(1);
    }
    report_crash({.kind = FindingKind::host_crash,
                  .at = current_source_line(),
                  .message = std::string("the program throws an exception, which nothing can catch in a browser: ") + what,
                  .hint = "the line that throws it"});
    platform::leave(134);
}
