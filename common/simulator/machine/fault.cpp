#include "fault.hpp"

#include "errors.hpp"
#include "memory.hpp"
#include "scanlab_sim/settings.hpp"

#include <backtrace.h>
#include <cuda_runtime_api.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <utility>

namespace scanlab::sim {

namespace {

/// The simulator's own files, whose lines mean nothing to the user.
bool is_ours(const char* file) { return std::strstr(file, "common/simulator/") != nullptr; }

/// Keeps the first frame that is the user's.
int keep_first(void* result, std::uintptr_t, const char* file, int line, const char*) {
    if (!file || line == 0 || is_ours(file)) return 0; // line 0: the C library's signal frame
    *static_cast<SourceLine*>(result) = {file, line};
    return 1;
}

void ignore_error(void*, const char*, int) {}

// --- kernels that never end ------------------------------------------------------------

constexpr timeval tick{1, 0}, moment{0, 2000};
std::uint64_t progress_at_last_tick = 0;
int ticks_without_progress = 0;

/// The first tick comes after `first` of computing, the others every second.
void start_ticking(timeval first) {
    const itimerval times{tick, first};
    setitimer(ITIMER_VIRTUAL, &times, nullptr);
}

int patience_seconds() { return settings().timeout; }

/// Whether the running thread is in code that can be named, and not just being switched to or from.
bool stands_somewhere() {
    if (!now.thread) return false;
    const Unobserved unobserved;
    return current_source_line().line != 0;
}

void on_tick(int) {
    if (now.progress != progress_at_last_tick) {
        progress_at_last_tick = now.progress;
        ticks_without_progress = 0;
        return;
    }
    if (++ticks_without_progress < patience_seconds()) return;
    // The next switch between threads stops the kernel. One that comes to none is stopped here: it is
    // not in the middle of the simulator's own work, as a kernel that switches might be.
    constexpr int grace = 2, tries = 100;
    if (!now.overdue || ticks_without_progress < patience_seconds() + grace) {
        now.overdue = now.thread != nullptr;
        return;
    }
    if (!stands_somewhere() && ticks_without_progress < patience_seconds() + grace + tries) {
        start_ticking(moment);
        return;
    }
    if (now.thread) stop_overdue_kernel();
}

// --- wild accesses ---------------------------------------------------------------------

void on_bad_access(int number, siginfo_t* info, void*) {
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    if (!now.thread) { // the host program's own fault
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    if (number == SIGFPE) kernel_fault(cudaErrorLaunchFailure, "an integer division by zero");
    if (now.thread->stack.overflowed_at(address))
        kernel_fault(cudaErrorIllegalAddress,
                     "the thread's local variables need more stack than it has (64 KiB)");
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

void install(int number, int flags, void (*action)(int, siginfo_t*, void*), void (*simple)(int)) {
    struct sigaction how {};
    // The handlers leave by switching to the scheduler, so the signal must not stay blocked.
    how.sa_flags = SA_NODEFER | SA_ONSTACK | SA_RESTART | flags;
    if (action)
        how.sa_sigaction = action;
    else
        how.sa_handler = simple;
    sigaction(number, &how, nullptr);
}

} // namespace

SourceLine source_line(const void* return_address) {
    SourceLine line;
    // One byte back, the address is inside the call instead of behind it.
    backtrace_pcinfo(debug_info(), reinterpret_cast<std::uintptr_t>(return_address) - 1, keep_first,
                     ignore_error, &line);
    return line;
}

SourceLine current_source_line() {
    SourceLine line;
    backtrace_full(debug_info(), 0, keep_first, ignore_error, &line);
    return line;
}

backtrace_state* debug_info() {
    static backtrace_state* state = backtrace_create_state(
        nullptr, 0, [](void*, const char*, int) {}, nullptr);
    return state;
}

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
        // Handlers get a stack of their own: the thread's may be what overflowed.
        static char stack[64 * 1024];
        stack_t alternative{};
        alternative.ss_sp = stack;
        alternative.ss_size = sizeof stack;
        sigaltstack(&alternative, nullptr);
        install(SIGSEGV, SA_SIGINFO, on_bad_access, nullptr);
        install(SIGBUS, SA_SIGINFO, on_bad_access, nullptr);
        install(SIGFPE, SA_SIGINFO, on_bad_access, nullptr);
        install(SIGVTALRM, 0, nullptr, on_tick);
        start_ticking(tick);
        pthread_atfork(nullptr, nullptr, [] { start_ticking(tick); }); // a fork does not inherit it
        return true;
    }();
    (void)once;
}

} // namespace scanlab::sim
