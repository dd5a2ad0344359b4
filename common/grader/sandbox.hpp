/// \file
/// Running a program that nobody trusts: in a session of its own, in an empty folder, with limits.
#pragma once

#include "file_rules.hpp"
#include "process.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace scanlab::grader {

/// Open files that a program is given, as the descriptors 3, 4, …
struct GivenFile {
    std::filesystem::path path;
    bool for_writing;
};

struct Limits {
    std::chrono::seconds wall_time{300}, computing{10};
    std::size_t file_bytes = std::size_t{16} << 20; ///< of each file it writes, and of what it prints
    std::size_t memory_bytes = 0;                   ///< of addresses, in each process; 0: no limit
    bool may_start_threads = false;                 ///< and processes, which is the same to the system
    bool may_use_sockets = false;
    std::optional<Reach> reach{}; ///< what it can open; all that the user can, if nothing is said
};

/// What runs, in two processes that fork from this one. The guard runs none of the program's code, and
/// the program cannot reach the guard: what either shares with the other, it has made shared itself.
struct ConfinedProgram {
    std::function<void()> run;            ///< the program, which is a fork of the guard; ends by _exit
    std::function<void()> before = [] {}; ///< in the guard
    std::function<void()> after = [] {};  ///< in the guard, if the program has ended with exit code 0
};

/// Runs `command[0]` with its arguments in an empty folder, with nothing but `environment`; standard
/// output and error go to a file, of which the result's `err` is the beginning. Whatever processes it
/// leaves behind are killed, in its session or not.
Ended run_confined(const std::vector<std::string>& command, const std::vector<GivenFile>& files,
                   const std::vector<std::string>& environment, const Limits& limits);

/// Runs `program` likewise, with this process's environment.
Ended run_confined(const ConfinedProgram& program, const std::vector<GivenFile>& files,
                   const Limits& limits);

} // namespace scanlab::grader
