/// \file
/// Running a suite of labelled programs, and comparing what is found with the labels.
#pragma once

#include "report.hpp"

#include <functional>
#include <optional>

namespace scanlab {

struct ScoreOptions {
    std::vector<LabelledProgram> programs;
    std::set<std::string> only;            ///< kinds that count; empty: all
    int schedules = 1;                     ///< under which each program is run
    Trial first{};                         ///< the first of them
    std::optional<sim::Strategy> strategy; ///< the only one, if so
    std::vector<std::string> environment;  ///< further settings of the simulator
    int jobs = 1;                          ///< programs at a time
    std::chrono::seconds limit{60};        ///< for one run
    std::string json, csv;                 ///< files; empty: none
    std::string again; ///< the command that runs one program, with what all were given

    /// The command that compiles a source to a program.
    std::function<std::vector<std::string>(const std::filesystem::path& source,
                                           const std::filesystem::path& program)>
        compile;
};

/// Runs them all, each compiled once, prints the confusion matrix and what is not as it should be, and
/// writes the files. The exit code is 0 if each program was found or silent as its label says,
/// otherwise
/// 1. Throws UsageError.
int score(const ScoreOptions& options);

} // namespace scanlab
