/// \file
/// Reports what went wrong in a kernel, and stops it.
#pragma once

#include "findings/findings.hpp"
#include "findings/source_lines.hpp"
#include "machine/threads/scheduler.hpp"

#include <atomic>
#include <string>
#include <utility>

namespace scanlab::sim {

/// As if the host were running, for what would be observed although the runtime does it: findings are
/// put into words, which takes streams, and libstdc++.so calls the program's instrumented copies of
/// std::string's members if there are any. The watchdog stops nothing meanwhile.
struct Unobserved {
    Thread* thread = std::exchange(now.thread, nullptr);
    // The fences are for the compiler, which knows that memset reads no variable of ours.
    Unobserved() { std::atomic_signal_fence(std::memory_order_seq_cst); }
    ~Unobserved() {
        std::atomic_signal_fence(std::memory_order_seq_cst);
        now.thread = thread;
    }
    Unobserved(const Unobserved&) = delete;
    Unobserved& operator=(const Unobserved&) = delete;
};

/// Makes the error (a cudaError_t) stick, as a GPU does that has lost its context.
void fail_launch(int error);
/// The same from inside a kernel, which stops here.
[[noreturn]] void stop_kernel(int error);

/// The same, having told why: `message` makes the sentence, unobserved.
template <class Message>
[[noreturn]] void stop_with_finding(int error, FindingKind kind, const void* pc, Message message,
                                    const char* hint) {
    {
        const Unobserved unobserved;
        report({.kind = kind,
                .at = source_line(pc),
                .position = position_of(*unobserved.thread),
                .message = message(),
                .hint = hint});
    }
    stop_kernel(error);
}
/// The same for the line that runs.
[[noreturn]] void stop_with_finding(int error, FindingKind kind, std::string message, const char* hint);

/// For an integer that was divided by zero, or the least one by -1: there, or in the line that runs.
[[noreturn]] void stop_for_division(const void* pc = nullptr);

/// Touches memory that is going to be accessed later for the running thread, so that it is the thread
/// that stops if that cannot be done. Handlers know these by name, so they are not inlined.
[[gnu::noinline]] void touch_for_thread(const void* begin, std::size_t bytes);
[[gnu::noinline]] void touch_for_thread(void* begin, std::size_t bytes); ///< which will be written

} // namespace scanlab::sim
