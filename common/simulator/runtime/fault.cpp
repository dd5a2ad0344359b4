#include "fault.hpp"

#include "errors.hpp"
#include "memory.hpp"

#include <backtrace.h>
#include <cuda_runtime_api.h>
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

backtrace_state* debug_info() {
    static backtrace_state* state = backtrace_create_state(
        nullptr, 0, [](void*, const char*, int) {}, nullptr);
    return state;
}

/// The simulator's own files, whose lines mean nothing to the user.
bool is_ours(const char* file) { return std::strstr(file, "common/simulator/") != nullptr; }

/// Keeps the first frame that is the user's.
int keep_first(void* result, std::uintptr_t, const char* file, int line, const char*) {
    if (!file || line == 0 || is_ours(file)) return 0; // line 0: the C library's signal frame
    *static_cast<SourceLine*>(result) = {file, line};
    return 1;
}

void ignore_error(void*, const char*, int) {}

std::string at(const std::string& where) { return where.empty() ? std::string() : where + ": "; }

/// "threads 0–31, 40": the threads' linear numbers as ranges.
std::string ranges(std::vector<unsigned> threads) {
    std::sort(threads.begin(), threads.end());
    std::string text;
    for (std::size_t i = 0; i < threads.size();) {
        std::size_t j = i;
        while (j + 1 < threads.size() && threads[j + 1] == threads[j] + 1) ++j;
        text += (text.empty() ? "" : ", ") + std::to_string(threads[i]);
        if (j > i) text += "-" + std::to_string(threads[j]);
        i = j + 1;
    }
    return text;
}

// --- kernels that never end ------------------------------------------------------------

constexpr timeval tick{1, 0}, moment{0, 2000};
std::uint64_t progress_at_last_tick = 0;
int ticks_without_progress = 0;

/// The first tick comes after `first` of computing, the others every second.
void start_ticking(timeval first) {
    const itimerval times{tick, first};
    setitimer(ITIMER_VIRTUAL, &times, nullptr);
}

int patience_seconds() {
    static const int seconds = [] {
        const char* text = std::getenv("SCANLAB_SIM_TIMEOUT");
        return text ? std::max(1, std::atoi(text)) : 10;
    }();
    return seconds;
}

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
    constexpr int tries = 100;
    if (!stands_somewhere() && ticks_without_progress < patience_seconds() + tries) {
        start_ticking(moment);
        return;
    }
    if (!now.thread) return; // no kernel is running
    ticks_without_progress = 0;
    char text[250];
    std::snprintf(text, sizeof text,
                  "the kernel was stopped: for %d s of computing no thread got past a barrier or to "
                  "its end. Does it "
                  "loop or wait for ever? (SCANLAB_SIM_TIMEOUT=seconds allows more)",
                  patience_seconds());
    kernel_fault(cudaErrorLaunchTimeout, text);
}

// --- wild accesses ---------------------------------------------------------------------

void on_bad_access(int number, siginfo_t* info, void*) {
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    if (!now.thread) { // the host program's own fault
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    char text[200];
    if (number == SIGFPE) kernel_fault(cudaErrorLaunchFailure, "an integer division by zero");
    if (now.thread->stack.overflowed_at(address))
        std::snprintf(text, sizeof text,
                      "the thread's local variables need more than its %zu KiB of stack",
                      StackPool::stack_bytes / 1024);
    else
        std::snprintf(text, sizeof text, "an access at %p, where no memory is that a kernel may use",
                      info->si_addr);
    kernel_fault(cudaErrorIllegalAddress, text);
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

std::string describe(const Thread& thread) {
    char text[120];
    const uint3 b = thread.warp->block->index, t = thread.index;
    std::snprintf(text, sizeof text, "block (%u,%u,%u), thread (%u,%u,%u)", b.x, b.y, b.z, t.x, t.y,
                  t.z);
    return text;
}

namespace {
void tell_fault(int error, const Thread* thread, const std::string& where, const std::string& what) {
    std::fflush(stdout);
    std::fprintf(stderr, "scanlab: %s%s: %s\n", at(where).c_str(),
                 thread ? describe(*thread).c_str() : "host", what.c_str());
    make_sticky(error);
}
} // namespace

void kernel_fault_at(int error, const void* return_address, const char* what) {
    {
        const Unobserved unobserved;
        tell_fault(error, unobserved.thread,
                   text(return_address ? source_line(return_address) : current_source_line()), what);
    }
    if (!now.thread) std::exit(3);
    abandon_launch();
}

void kernel_fault(int error, const char* what) { kernel_fault_at(error, nullptr, what); }

void report_deadlock(const Block& block) {
    std::map<std::string, std::vector<unsigned>> waiting; // by what they wait for, and where
    for_each_waiting([&](const Block& b, const Thread& thread, const char* reason) {
        if (&b != &block) return;
        const std::string where = text(source_line(thread.waits_at));
        waiting[reason + (where.empty() ? std::string() : " at " + where)].push_back(
            thread.warp->first_thread + thread.lane);
    });
    std::string text = "deadlock: no thread of the block can go on.";
    for (const auto& [reason, threads] : waiting)
        text += "\n    " + std::to_string(threads.size()) + " wait in " + reason + " (threads " +
                ranges(threads) + ")";
    const auto returned = static_cast<int>(blockDim.x * blockDim.y * blockDim.z) - block.live;
    if (returned > 0) text += "\n    " + std::to_string(returned) + " have returned";
    // Some waiting thread of the block stands for all of them.
    for (const Warp& warp : block.warps)
        for (const Thread& thread : warp.threads)
            if (thread.warp && !(warp.exited & thread.bit())) {
                tell_fault(cudaErrorLaunchTimeout, &thread, sim::text(source_line(thread.waits_at)),
                           text);
                return;
            }
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
        return true;
    }();
    (void)once;
}

} // namespace scanlab::sim
