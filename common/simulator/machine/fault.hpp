/// \file
/// Telling the user what went wrong in a kernel, and where in the source.
#pragma once

#include "words/findings.hpp"
#include "scheduler.hpp"

#include <backtrace.h>

#include <atomic>
#include <string>
#include <utility>

namespace scanlab::sim {

/// As if the host were running, so that the runtime's own accesses are not observed: the linker may
/// have taken the program's instrumented copies of std::string's members for it.
struct Unobserved {
    Thread* thread = std::exchange(now.thread, nullptr);
    // The fences are for the compiler, who knows that memset reads no variable of ours: see
    // block_copies.cpp for why it does.
    Unobserved() { std::atomic_signal_fence(std::memory_order_seq_cst); }
    ~Unobserved() {
        std::atomic_signal_fence(std::memory_order_seq_cst);
        now.thread = thread;
    }
    Unobserved(const Unobserved&) = delete;
    Unobserved& operator=(const Unobserved&) = delete;
};

/// The line of the kernel's code at an address, or of the innermost frame outside the simulator's
/// own headers if the code there was inlined from them; line 0 if unknown.
SourceLine source_line(const void* return_address);

/// The same for the place that the running thread is at.
SourceLine current_source_line();

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

/// Where the program's own debug information and symbols can be asked for.
backtrace_state* debug_info();

/// Catches wild accesses and kernels that never end.
void install_fault_handlers();

} // namespace scanlab::sim
