#include "fault.hpp"

#include "errors.hpp"
#include "platform/platform.hpp"
#include "scanlab_sim/settings.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace scanlab::sim {

namespace {

// --- kernels that never end ------------------------------------------------------------

constexpr unsigned second = 1'000'000, moment = 2'000; // microseconds
std::uint64_t progress_at_last_tick = 0;
int ticks_without_progress = 0;

int patience_seconds() { return settings().timeout; }

void on_tick(const void* interrupted_at) {
    if (now.progress != progress_at_last_tick) {
        progress_at_last_tick = now.progress;
        ticks_without_progress = 0;
        return;
    }
    if (++ticks_without_progress < patience_seconds()) return;
    // The next switch between threads stops the kernel. One that comes to none is stopped here, but not
    // in the middle of the simulator's own work.
    constexpr int grace = 2, tries = 100;
    if (!now.overdue || ticks_without_progress < patience_seconds() + grace) {
        now.overdue = now.thread != nullptr;
        return;
    }
    const bool may_stop = now.thread && (!interrupted_at || is_of_the_program(interrupted_at));
    if (!may_stop && ticks_without_progress < patience_seconds() + grace + tries) {
        platform::tick_after(moment);
        return;
    }
    if (now.thread) stop_overdue_kernel();
}

// --- wild accesses ---------------------------------------------------------------------

void on_fault(platform::Fault fault, std::uintptr_t address) {
    if (!now.thread) { // the host program's own fault
        platform::leave_fault_to_the_system();
        return;
    }
    if (fault == platform::Fault::division_by_zero)
        kernel_fault(cudaErrorLaunchFailure, "an integer division by zero");
    if (now.thread->stack.overflowed_at(address))
        kernel_fault(cudaErrorIllegalAddress,
                     "the thread's calls and local variables need more stack than it has "
                     "(cudaDeviceSetLimit() with cudaLimitStackSize, or 512 KiB if it is not set)");
    {
        const Unobserved unobserved;
        report({.kind = FindingKind::out_of_bounds,
                .at = current_source_line(),
                .position = position_of(*unobserved.thread),
                .message = address < 4096
                               ? "an access through a null pointer"
                               : "an access where there is no memory that a kernel can reach",
                .hint = "the pointer and the index"});
    }
    stop_kernel(cudaErrorIllegalAddress);
}

} // namespace

void fail_launch(int error) { make_sticky(error); }

void stop_kernel(int error) {
    fail_launch(error);
    abandon_launch();
}

void stop_overdue_kernel() {
    now.overdue = false;
    ticks_without_progress = 0;
    {
        const Unobserved unobserved;
        report({.kind = FindingKind::deadlock,
                .at = current_source_line(),
                .position = position_of(*unobserved.thread),
                .message = "the kernel was stopped: for " + std::to_string(patience_seconds()) +
                           " s of computing no thread got past a barrier or to its end",
                .hint = "a loop that never ends, or a value that is waited for in vain "
                        "(SCANLAB_SIM_TIMEOUT=seconds allows more time)"});
    }
    stop_kernel(cudaErrorLaunchTimeout);
}

void kernel_fault(int error, const char* what) {
    {
        const Unobserved unobserved;
        const std::string where = text(current_source_line());
        std::fflush(stdout);
        std::fprintf(stderr, "scanlab: %s%s%s: %s\n", where.c_str(), where.empty() ? "" : ": ",
                     unobserved.thread ? describe(position_of(*unobserved.thread)).c_str() : "host",
                     what);
    }
    if (!now.thread) std::exit(3);
    stop_kernel(error);
}

void install_fault_handlers() {
    static const bool once = [] {
        platform::install({on_fault, on_tick});
        platform::tick_after(second);
        return true;
    }();
    (void)once;
}

} // namespace scanlab::sim
