/// \file
/// The two processes that a program which nobody trusts runs in: its guard, which runs none of its code
/// and which it cannot reach, and the program itself, a fork of the guard. Only for processes without
/// other threads: what another thread holds when a process forks is held for ever in the fork.
#pragma once

#include "limits.hpp"
#include "process.hpp"

#include <functional>
#include <string>

namespace scanlab::grader {

/// What runs. What guard and program share, either has made shared itself.
struct GuardedProgram {
    std::function<void()> run;            ///< the program; ends by _exit, or becomes another one
    std::function<void()> before = [] {}; ///< in the guard
    std::function<void()> after = [] {};  ///< in the guard, if the program has ended with exit code 0
};

/// Where a program runs: in this folder, with the first so many of this process's descriptors.
struct Place {
    std::string folder;
    int descriptors = 3;
};

/// Confines this process and runs the program in it.
[[noreturn]] void run_here(const GuardedProgram& program, const Place& place, const Limits& limits);

/// Becomes the guard of the program. Whatever processes the program leaves are killed, in its session
/// or not. Ends as the program did, or by SIGXCPU if it took too long.
[[noreturn]] void stand_guard(const GuardedProgram& program, const Place& place, const Limits& limits);

/// Forks a guard, and runs the program in an empty folder, with no input; what it prints is the
/// result's `err`. The guard ends with this process.
Ended run_forked(const GuardedProgram& program, const Limits& limits);

} // namespace scanlab::grader
