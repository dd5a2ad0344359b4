#include "machine/threads/fault.hpp"

#include "machine/base/errors.hpp"
#include "machine/threads/crash.hpp"
#include "machine/threads/scheduler.hpp"
#include "platform/platform.hpp"

namespace scanlab::sim {

namespace {
template <class Byte, class Touch>
void touch_pages(Byte* begin, std::size_t bytes, Touch touch) {
    for (std::size_t i = 0; i < bytes; i += platform::page_bytes()) touch(begin[i]);
    if (bytes > 0) touch(begin[bytes - 1]);
}
} // namespace

void touch_for_thread(const void* begin, std::size_t bytes) {
    touch_pages(static_cast<const volatile char*>(begin), bytes,
                [](const volatile char& byte) { static_cast<void>(byte); });
}
void touch_for_thread(void* begin, std::size_t bytes) {
    touch_pages(static_cast<volatile char*>(begin), bytes, [](volatile char& byte) { byte = byte; });
}

void fail_launch(int error) { make_sticky(error); }

void stop_kernel(int error) {
    fail_launch(error);
    abandon_launch();
}

void stop_with_finding(int error, FindingKind kind, std::string message, const char* hint) {
    {
        const Unobserved unobserved;
        report({.kind = kind,
                .at = current_source_line(),
                .position = position_of(*unobserved.thread),
                .message = std::move(message),
                .hint = hint});
    }
    stop_kernel(error);
}

void stop_for_division(const void* pc) {
    {
        const Unobserved unobserved;
        report({.kind = FindingKind::division_by_zero,
                .at = pc ? source_line(pc) : current_source_line(),
                .position = position_of(*unobserved.thread),
                .message = "An integer is divided by zero, or the least integer by -1. A GPU does not "
                           "stop here, but goes on with some value.",
                .hint = "Check the divisor, also for the last thread of the last block."});
    }
    stop_kernel(cudaErrorLaunchFailure);
}

void trap(int error, const char* what) {
    if (now.thread)
        stop_with_finding(error, FindingKind::trap, what, "Find out why the kernel comes here.");
    report_crash({.kind = FindingKind::trap, .at = current_source_line(), .message = what});
    platform::leave(3);
}

} // namespace scanlab::sim
