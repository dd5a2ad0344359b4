/// \file
/// Grading what students handed in, and writing it down for people and course systems.
#pragma once

#include "checker.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace scanlab::grader {

struct SubmissionOptions {
    std::vector<std::filesystem::path> submissions;
    std::vector<std::string> exercises; ///< none: the main ones
    std::vector<std::string> formats{}; ///< none: html, csv and json, if there is a folder
    std::filesystem::path out{};        ///< empty: a table is printed, and nothing written
    CheckerOptions check;
    std::optional<int> jobs{}; ///< files to grade at a time; none: as many as this machine has
                               ///< processors, or an engine has room for
    bool single = false, as_class = false, all_lines = false;

    std::string due{}; ///< empty: nothing is late
    std::optional<int> late_days{};
    std::optional<double> late_penalty{};
    std::filesystem::path times{}, overrides{}, secret{}; ///< files; empty: none
    bool anonymous = false;
    std::string part{}; ///< as in "3/8"; empty: all
    std::filesystem::path
        watched{};    ///< a folder that is one of the submissions; see watch_submissions()
    std::string on{}; ///< an engine that runs parts; empty: this program grades
    int parts = 32;   ///< for it
    std::vector<std::string> again{}; ///< what it runs: this command without what is about the engine

    bool similarity = false;
    /// An exercise's starter and, if there is one, the kit's solution, to compare with.
    struct Known {
        std::string starter, solution;
    };
    std::function<Known(const ExerciseDescription&)> known{};
};

/// Writes the reports, prints the table and returns the exit code: exit_wrong if the grader has failed
/// for some file. Throws UsageError.
int grade_submissions(const SubmissionOptions& options);

/// Does so again whenever the folder to be watched has changed, and is not just changing, until
/// somebody interrupts the program.
int watch_submissions(SubmissionOptions options);

} // namespace scanlab::grader
