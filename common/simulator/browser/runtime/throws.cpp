#include "findings/source_lines.hpp"
#include "machine/base/errors.hpp"
#include "machine/threads/crash.hpp"
#include "machine/threads/fault.hpp"
#include "machine/threads/scheduler.hpp"
#include "platform/platform.hpp"

#include <cuda_runtime_api.h>

#include <__verbose_abort>
#include <cstdarg>
#include <cstdio>
#include <string>
#include <string_view>
#include <typeinfo>

namespace {

/// Of a library that programs are linked with; 0 for an exception that is not the library's.
int (*exit_code_of)(const char* type) = [](const char*) { return 0; };

[[noreturn]] void end_with(const std::string& message, const char* hint) {
    using namespace scanlab::sim;
    report_crash({.kind = FindingKind::host_crash,
                  .at = current_source_line(),
                  .message = message,
                  .hint = hint});
    platform::leave(134);
}

} // namespace

/// A library that would catch its exceptions says with which code the program ends instead.
extern "C" [[gnu::visibility("default")]] void
scanlab_end_for_exceptions(int (*exit_code)(const char* type)) {
    exit_code_of = exit_code;
}

/// What the program throws, and its library.
[[noreturn]] void scanlab_thrown(const std::type_info& type, const void*, const char* what) {
    using namespace scanlab::sim;
    if (now.thread)
        stop_with_finding(
            cudaErrorLaunchFailure, FindingKind::host_call, scanlab_site,
            [] { return std::string("an exception leaves the kernel: on a GPU there are none"); },
            "__trap() or a failed assert() ends the kernel with an error");
    if (const int code = exit_code_of(type.name())) {
        std::fflush(stdout);
        std::fprintf(stderr, code == 77 ? "skipped: %s\n" : "error: %s\n", what);
        platform::exit_orderly(code);
    }
    end_with(std::string("the program throws an exception, which nothing can catch in a browser: ") +
                 what,
             "the line that throws it");
}

/// What the C++ library itself would throw, as "bad_alloc was thrown in -fno-exceptions mode".
_LIBCPP_BEGIN_NAMESPACE_STD
void __libcpp_verbose_abort(const char* format, ...) noexcept {
    using namespace scanlab::sim;
    char words[256];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    const string_view said = words;
    const bool has_no_memory = said.starts_with("bad_alloc");
    if (now.thread && has_no_memory)
        stop_with_finding(
            cudaErrorLaunchTimeout, FindingKind::timeout, scanlab_site,
            [] {
                return string("the kernel was stopped: a browser has no memory left for what the "
                              "simulator remembers of the accesses");
            },
            "a smaller size, or --fast, which remembers nothing");
    if (has_no_memory)
        end_with("the program wants more memory than there is in a browser", "the number of elements");
    if (said.find("thread constructor") != string_view::npos)
        end_with("the program starts a thread of the host: in a browser there are none",
                 "./scanlab sim runs it");
    end_with(string("the program was ended by the C++ library: ") + words,
             "what it calls of the library in this line");
}
_LIBCPP_END_NAMESPACE_STD
