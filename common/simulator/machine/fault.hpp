/// \file
/// Reports what went wrong in a kernel, and stops it.
#pragma once

#include "scheduler.hpp"
#include "words/findings.hpp"
#include "words/source_lines.hpp"

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

/// Stops a kernel that runs without getting anywhere, at the place where the running thread is.
[[noreturn]] void stop_overdue_kernel();

/// Catches wild accesses and kernels that never end.
void install_fault_handlers();

} // namespace scanlab::sim
