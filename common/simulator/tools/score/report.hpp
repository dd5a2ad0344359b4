/// \file
/// What is printed and written of a suite's score.
#pragma once

#include "scoring.hpp"

#include <string>

namespace scanlab {

/// How a user repeats what was done with a program.
struct Again {
    std::string command;  ///< "./scanlab sim", with the options that all programs had
    int schedules = 1;    ///< under which each was run
    std::string schedule; ///< " --schedule reversed --order 3", if they were not the usual ones
};

/// The confusion matrix, then what was missed, false alarms, and programs that did not run, each with
/// the command that repeats it.
std::string text(const Scoring& scoring, const Again& again);

/// A line per program: its path, arguments and label, the kinds that were found, and the verdict.
std::string csv(const Scoring& scoring);

/// An object: `programs`, `kinds` with the counts of each, and `all`, the counts over programs.
std::string json(const Scoring& scoring, const Again& again);

} // namespace scanlab
