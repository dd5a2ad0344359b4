/// \file
/// Running a program that nobody trusts: in a session of its own, in an empty folder, with limits.
#pragma once

#include "process.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
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
    bool may_start_threads = false;                 ///< and processes, which is the same to the system
};

/// Runs `command[0]` with its arguments in an empty folder, with nothing but `environment`; standard
/// output and error go to a file, of which the result's `err` is the beginning. Whatever processes it
/// leaves behind are killed, in its session or not.
Ended run_confined(const std::vector<std::string>& command, const std::vector<GivenFile>& files,
                   const std::vector<std::string>& environment, const Limits& limits);

/// Runs `program`, which ends by _exit, likewise: in a fork of this process, with this environment.
Ended run_confined(const std::function<void()>& program, const std::vector<GivenFile>& files,
                   const Limits& limits);

} // namespace scanlab::grader
