#include "machine/errors.hpp"
#include "machine/fault.hpp"
#include "machine/scheduler.hpp"
#include "platform/platform.hpp"
#include "words/source_lines.hpp"

#include <cuda_runtime_api.h>

#include <cstdio>
#include <optional>
#include <string_view>
#include <typeinfo>

namespace {

/// For what the harness throws, and catches natively (harness/run.cpp); none if it is the program's.
std::optional<int> exit_code_of_harness(std::string_view type) {
    if (type == "N7scanlab7SkippedE") return 77;
    if (type == "N7scanlab10UsageErrorE" || type.starts_with("N3CLI")) return 2;
    if (type.starts_with("N7scanlab")) return 1;
    return std::nullopt;
}

} // namespace

/// What the program throws, and the harness.
[[noreturn]] void scanlab_thrown(const std::type_info& type, const char* what) {
    using namespace scanlab::sim;
    if (now.thread)
        stop_with_finding(
            cudaErrorLaunchFailure, FindingKind::host_call, scanlab_site, [] { return std::string("an exception leaves the kernel: on a GPU there are none"); },
            "__trap() or a failed assert() ends the kernel with an error");
    if (const auto code = exit_code_of_harness(type.name())) {
        std::fflush(stdout);
        std::fprintf(stderr, *code == 77 ? "skipped: %s\n" : "error: %s\n", what);
        platform::exit_orderly(*code);
    }
    report_crash({.kind = FindingKind::host_crash,
                  .at = current_source_line(),
                  .message = std::string("the program throws an exception, which nothing can catch in a browser: ") + what,
                  .hint = "the line that throws it"});
    platform::leave(134);
}
