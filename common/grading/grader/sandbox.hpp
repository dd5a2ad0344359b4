/// \file
/// Running a program that nobody trusts: in a session of its own, in an empty folder, with limits.
/// Processes with threads may do so: what has to fork is done by another program, scanlab_guard.
#pragma once

#include "guard_settings.hpp"
#include "limits.hpp"
#include "process.hpp"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <sys/types.h>
#include <vector>

namespace scanlab::grader {

/// The grader itself has failed: nothing is known about a student's file.
struct OwnFailure : std::runtime_error {
    using runtime_error::runtime_error;
};

/// Open files that a program is given, as the descriptors 3, 4, …
struct GivenFile {
    std::filesystem::path path;
    bool for_writing;
};

/// Runs `command[0]` with its arguments in an empty folder, with nothing but `environment`; standard
/// output and error go to a file, of which the result's `err` is the beginning. Whatever processes it
/// leaves behind are killed, in its session or not. Throws OwnFailure if its guard fails twice.
Ended run_confined(const std::vector<std::string>& command, const std::vector<GivenFile>& files,
                   const std::vector<std::string>& environment, const Limits& limits);

/// Starts scanlab_guard, which runs the command, with these open files as its descriptors 0, 1, 2, …;
/// the process's number. Throws OwnFailure if it cannot be started.
pid_t start_confined(const std::vector<std::string>& command, const std::vector<int>& descriptors,
                     const std::vector<std::string>& environment, GuardSettings settings);

} // namespace scanlab::grader
