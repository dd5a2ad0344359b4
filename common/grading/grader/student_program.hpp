/// \file
/// A student's file made into a program.
#pragma once

#include "catalogue.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace scanlab::grader {

/// What a build of the kit brings along for programs of one kind.
struct Toolchain {
    /// scanlab_build_worker or scanlab_build_timed. Beside it lies a file of the same name and
    /// ".reads": what it reads besides the system's own folders, one file or folder a line.
    std::filesystem::path script;
    std::filesystem::path kit_symbols; ///< the names that the kit's libraries define, one a line
    /// Whether the script judges the program's intermediate representation; if not, its object is
    /// looked at.
    bool is_judged = false;
};

/// The one that makes programs for the simulator.
Toolchain simulator_toolchain();

/// Not accepted: `flag` says why; not compiled: `error` has the compiler's messages.
struct StudentProgram {
    std::string flag, error;
    std::filesystem::path path;
    std::vector<std::filesystem::path> reads{}; ///< files and folders that it may need to be loaded
};

/// Takes `source` into the empty `folder`, whatever lies beside it, and builds it there. What the
/// policy says is asked before anything of it could run.
StudentProgram build_program(const ExerciseDescription& exercise, const std::filesystem::path& source,
                             const Toolchain& toolchain, const std::filesystem::path& folder);

} // namespace scanlab::grader
