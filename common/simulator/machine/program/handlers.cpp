// What the system calls when something goes wrong, when time has passed, and when the process forks.
#include "findings/symbols.hpp"
#include "findings/wording.hpp"
#include "machine/base/errors.hpp"
#include "machine/base/events.hpp"
#include "machine/base/host_lock.hpp"
#include "machine/memory/memory.hpp"
#include "machine/program/program_end.hpp"
#include "machine/threads/crash.hpp"
#include "machine/threads/fault.hpp"
#include "machine/threads/progress_line.hpp"
#include "machine/threads/time_limit.hpp"
#include "machine/work/pending.hpp"
#include "platform/platform.hpp"
#include "scanlab_sim/findings.hpp"
#include "scanlab_sim/settings.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <new>
#include <optional>

/// Of cuda_runtime.h; tools have none.
extern "C" [[gnu::weak, gnu::visibility("default")]] const bool scanlab_is_a_program;

namespace scanlab::sim {

namespace {

[[noreturn]] void stop_faulty_kernel(platform::Fault fault, std::uintptr_t address) {
    if (fault == platform::Fault::division_by_zero) stop_for_division();
    if (fault == platform::Fault::illegal_instruction)
        stop_with_finding(
            cudaErrorIllegalInstruction, FindingKind::trap,
            "The kernel has reached a place that it says can never be reached.",
            "Look for `__builtin_trap()`, `__builtin_unreachable()`, or a function that ends without "
            "`return`.");
    if (now.thread->stack.overflowed_at(address))
        stop_with_finding(
            cudaErrorIllegalAddress, FindingKind::stack_overflow,
            std::string("The local variables and calls of this thread need more stack than it has ") +
                "(as much as `cudaDeviceSetLimit()` sets with `cudaLimitStackSize`, or " +
                std::to_string(platform::most_stack_bytes / 1024) + " KiB if it is not set).",
            "Is there a recursion that goes too deep, or a local array that belongs in shared or "
            "global memory?");
    if (address < 4096 && has_sticky_error())
        stop_kernel(cudaErrorIllegalAddress); // of a pointer read where no memory is
    stop_with_finding(cudaErrorIllegalAddress, FindingKind::out_of_bounds,
                      address < 4096 ? "A thread follows a null pointer."
                                     : "A thread accesses an address that no kernel can reach.",
                      "Check the pointer and the index.");
}

const char* description(platform::Fault fault, std::uintptr_t address) {
    if (fault == platform::Fault::division_by_zero) return "an integer division by zero";
    if (fault == platform::Fault::illegal_instruction) return "an illegal instruction";
    if (memory::is_device_address(reinterpret_cast<const void*>(address)))
        return "an access of device memory, which the host cannot reach";
    return address < 4096 ? "an access through a null pointer" : "an access where it has no memory";
}

// --- in the runtime itself -------------------------------------------------------------

/// What programs call. With a pointer that they are given, these do what the program could have done
/// itself.
constexpr std::array interfaces{"cuda", "nccl", "__scanlab_", "printf", "touch_for_thread"};

/// Whether an instruction that fails is the runtime's, and not in the program's service. In kernels of
/// a fast program nearly all of it is.
bool fails_by_itself(const void* instruction) {
    if (!platform::is_own_code(instruction) || (now.thread && !host_is_observed)) return false;
    const auto symbol = platform::symbol_at(reinterpret_cast<std::uintptr_t>(instruction));
    return !symbol || std::ranges::none_of(interfaces, [&](const char* name) {
        return symbol->name.find(name) != std::string::npos;
    });
}

// --- the handlers ----------------------------------------------------------------------

void on_fault(platform::Fault fault, std::uintptr_t address, const void* at) {
    const bool is_overflow = now.thread && now.thread->stack.overflowed_at(address);
    if (!is_telling() && !is_overflow && fails_by_itself(at)) {
        end_by_own_mistake(std::string(description(fault, address)) + " in " + function_at(at));
    }
    if (now.thread) stop_faulty_kernel(fault, address);
    if (is_telling()) give_up_telling();
    tell_crash(std::string("The host code of the program crashed by ") + description(fault, address) +
                   ".",
               "Check the pointers and indices of the host code.");
    platform::leave_fault_to_the_system();
}

void on_abort() {
    if (now.thread)
        stop_with_finding(cudaErrorLaunchFailure, FindingKind::host_call,
                          "A kernel calls `abort()`, but only the host can end the program.",
                          "Use `__trap()` or a failed `assert()`, which end the kernel with an error.");
    if (is_telling()) give_up_telling();
    tell_giving_up("The host code of the program called `abort()`.",
                   "Look at the lines that it has printed before, if any.");
    platform::leave_fault_to_the_system();
}

void on_tick(const void* interrupted_at) {
    if (is_telling()) give_up_telling();
    look_at_the_time(interrupted_at, pending::site);
}

void on_fork_ends(bool is_copy) {
    release_host_lock_after_fork(is_copy);
    if (!is_copy) return;
    begin_as_fork();
    progress_line::be_silent();
    limit_time(settings().timeout);
}

std::string text_of_exception() {
    if (!std::current_exception()) return "the program called std::terminate()";
    try {
        throw;
    } catch (const std::exception& exception) {
        return std::string("an exception was not caught: ") + exception.what();
    } catch (...) {
        return "an exception was not caught";
    }
}

std::terminate_handler terminate_as_usual = nullptr;

/// What programs allocate in kernels is null if there is no memory: it is the simulator that has none.
bool is_out_of_room() {
    try {
        if (std::current_exception()) throw;
    } catch (const std::bad_alloc&) {
        return true;
    } catch (...) {}
    return false;
}

[[noreturn]] void on_terminate() {
    if (fails_by_itself(platform::what_terminates())) {
        if (!now.thread && is_out_of_room())
            end_telling(
                "scanlab: the simulator has no memory left: a smaller size (--shrink proposes one) "
                "needs less\n");
        if (!is_out_of_room()) end_by_own_mistake(text_of_exception());
    }
    if (now.thread && is_out_of_room())
        stop_with_finding(
            cudaErrorLaunchTimeout, FindingKind::timeout,
            "The kernel was stopped, because the simulator has no memory left for its notes on the "
            "accesses.",
            "Use a smaller size (`--shrink` proposes one), or `--fast`, which takes no notes.");
    if (now.thread)
        stop_with_finding(cudaErrorLaunchFailure, FindingKind::host_call,
                          "An exception leaves the kernel, but GPUs have no exceptions.",
                          "Use `__trap()` or a failed `assert()`, which end the kernel with an error.");
    tell_giving_up(sentence(text_of_exception()) + ".", "Find the line that throws it.");
    terminate_as_usual();
    std::abort();
}

__attribute__((constructor(103))) void begin_to_watch() {
    if (!&scanlab_is_a_program || platform::another_runtime_serves()) return;
    words_of_a_crash();
    platform::install({.fault = on_fault,
                       .abort = on_abort,
                       .tick = on_tick,
                       .told_to_end = settle_findings,
                       .fork_comes = hold_host_lock_for_fork,
                       .fork_ends = on_fork_ends});
    terminate_as_usual = std::set_terminate(on_terminate);
    limit_time(settings().timeout);
}

} // namespace

} // namespace scanlab::sim
