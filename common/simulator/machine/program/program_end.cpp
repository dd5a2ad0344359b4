// However the program ends, what was found is told, and errors make its exit code 3.
#include "machine/program/program_end.hpp"

#include "findings/findings.hpp"
#include "findings/source_lines.hpp"
#include "machine/base/ending.hpp"
#include "machine/base/errors.hpp"
#include "machine/base/host_lock.hpp"
#include "machine/memory/memory_checks.hpp"
#include "machine/threads/fault.hpp"
#include "machine/threads/threads.hpp"
#include "machine/work/pending.hpp"
#include "platform/platform.hpp"
#include "scanlab_sim/findings.hpp"

#include <cuda_runtime_api.h>

#include <chrono>
#include <cstdio>
#include <string>

namespace scanlab::sim {

namespace {

bool finished_by_hand = false;
bool results_left_to_program = false;
int own_code = 0;               ///< that the program ends with by itself
const void* ended_at = nullptr; ///< where it says so; null if that is not known
bool is_fork = false;
bool leaves_in_failure = false; ///< by exit(), wherever it was: it frees nothing any more

/// Only a program that has come to its own end should have looked at all errors, and only one that has
/// returned should have freed all memory.
enum class End { orderly, at_once };

/// What the program says of itself, unless something has been found that explains it, or no kernel has
/// run whose result it could have looked at.
void report_own_failure() {
    const bool has_launched = now.launched != std::chrono::steady_clock::time_point{};
    if (own_code == 0 || !has_launched || results_left_to_program || found_errors()) return;
    bool is_explained = false;
    activate_all();
    announce<&Watcher::program_failed>(own_code, is_explained);
    if (is_explained) return;
    report({.kind = FindingKind::wrong_result,
            .at = source_line(ended_at),
            .message = "The program ends with exit code " + std::to_string(own_code) +
                       ", and nothing was found that explains it.",
            .hint = "Look at the condition under which it ends with this code. If the program compares "
                    "results there, the kernel calculates something else than you meant, at least in "
                    "this order of its threads."});
}

void finish(End end) {
    if (!begin_to_end()) return;
    if (!is_fork && finished_by_hand) pending::finish_all();
    if (!is_fork) report_unchecked_error();
    // Of what goes wrong from here on the program could not have looked at the error.
    if (!is_fork && end == End::orderly) pending::finish_without_the_program();
    if (!is_fork && end == End::orderly && !leaves_in_failure) report_leaks();
    if (!is_fork && !finished_by_hand) report_own_failure();
    tell_the_end();
}

int with_findings(int code) {
    if (found_errors() && !finished_by_hand) return 3;
    return nothing_was_checked && code == 0 ? 2 : code;
}

// Runs after all that the program itself does at its end, where memory may still be freed: its static
// destructors and its functions of any later priority.
__attribute__((destructor(101))) void at_exit() {
    if (platform::another_runtime_serves()) return;
    keep_host_lock();
    finish(End::orderly);
    const int code = with_findings(own_code);
    if (code == own_code) return;
    std::fflush(nullptr);
    platform::leave(code);
}

void at_quick_exit() {
    keep_host_lock();
    finish(End::at_once);
    if (const int code = with_findings(own_code); code != own_code) platform::leave(code);
}

void note_end(int code, const void* site) {
    own_code = code;
    ended_at = site;
}

void refuse_to_exit(const char* function, const void* site) {
    if (!now.thread) return;
    stop_with_finding(
        cudaErrorLaunchFailure, FindingKind::host_call, site,
        [&] {
            return std::string("A kernel calls `") + function +
                   "()`, but only the host can end the program.";
        },
        "Use `return` to end a thread. `__trap()` or a failed `assert()` end the kernel with an "
        "error.");
}

[[noreturn]] void exit_at_once(const char* function, int code, const void* site) {
    if (platform::is_borrowed()) platform::leave(code);
    refuse_to_exit(function, site);
    note_end(code, site);
    keep_host_lock();
    finish(End::at_once);
    platform::leave(with_findings(code));
}

} // namespace

void finish_findings() {
    const HostLock lock;
    finished_by_hand = true;
    is_fork = false;
    finish(End::orderly);
}

void leave_results_to_program() { results_left_to_program = true; }

void begin_as_fork() {
    is_fork = true;
    leave_findings_to_parent();
}

__attribute__((constructor(102))) static void see_every_end() {
    if (platform::another_runtime_serves()) return;
    platform::at_exit_with_code([](int code) { own_code = code; });
    platform::at_exit_quickly(at_quick_exit);
}

} // namespace scanlab::sim

// Functions of the C library, which a program may replace. The names are given apart: its headers may
// define them, too.
using namespace scanlab::sim;

#define SCANLAB_ENDS_AS(name) asm(#name) __attribute__((visibility("default"), noreturn))
extern "C" {
void scanlab_exit(int code) SCANLAB_ENDS_AS(exit);
void scanlab_quick_exit(int code) SCANLAB_ENDS_AS(quick_exit);
void scanlab_exit_at_once(int code) SCANLAB_ENDS_AS(_exit);
void scanlab_exit_at_once_as_in_c(int code) SCANLAB_ENDS_AS(_Exit);

void scanlab_exit(int code) {
    refuse_to_exit("exit", __builtin_return_address(0));
    note_end(code, __builtin_return_address(0));
    leaves_in_failure = code != 0;
    platform::exit_orderly(code);
}

void scanlab_quick_exit(int code) {
    refuse_to_exit("quick_exit", __builtin_return_address(0));
    note_end(code, __builtin_return_address(0));
    platform::exit_quickly(code);
}

/// main() returns, or sets what it will return.
__attribute__((visibility("default"))) void __scanlab_returns() {
    ended_at = __builtin_return_address(0);
}

void scanlab_exit_at_once(int code) { exit_at_once("_exit", code, __builtin_return_address(0)); }

void scanlab_exit_at_once_as_in_c(int code) {
    exit_at_once("_Exit", code, __builtin_return_address(0));
}
}
