/// \file
/// Telling the user what went wrong in a kernel, and where in the source.
#pragma once

#include "findings.hpp"
#include "scheduler.hpp"

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

/// "block (1,0,0), thread (17,0,0)"
std::string describe(const Thread& thread);

/// Like kernel_fault(), for the place that a call returns to.
[[noreturn]] void kernel_fault_at(int error, const void* return_address, const char* what);

/// Catches wild accesses and kernels that never end, and reports unchecked errors at exit.
void install_fault_handlers();

/// Called by the scheduler when no thread of a block can go on.
void report_deadlock(const Block& block);

} // namespace scanlab::sim
