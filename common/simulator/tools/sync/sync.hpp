/// \file
/// `./scanlab sync`: which synchronisations of a program are needed.
#pragma once

#include "variants.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace scanlab::sync {

struct SyncOptions {
    std::filesystem::path source; ///< the program
    std::vector<std::string> arguments;
    int schedules = 24;
    std::string json, patch, sarif; ///< files to be written; empty: none
    /// The command that makes a program of a source.
    CompileCommand compile;
    /// The script that translates a source and prints its syntax tree.
    std::filesystem::path syntax;
};

/// Prints the verdicts. Returns the exit code: 3 if the program is wrong as it is. Throws UsageError,
/// or Stopped if it cannot be compiled.
int judge_synchronisations(const SyncOptions& options);

} // namespace scanlab::sync
