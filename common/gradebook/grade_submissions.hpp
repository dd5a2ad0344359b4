/// \file
/// Grading what students handed in, and writing it down for people and course systems.
#pragma once

#include "checker.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace scanlab::grader {

struct SubmissionOptions {
    std::vector<std::filesystem::path> submissions;
    std::vector<std::string> exercises; ///< none: the main ones
    std::vector<std::string> formats;
    std::filesystem::path out = "grades";
    CheckerOptions check;
    int jobs = 1; ///< files to grade at a time
    bool single = false, all_lines = false;
};

/// Writes the reports, prints the table and returns the exit code. Throws UsageError.
int grade_submissions(const SubmissionOptions& options);

} // namespace scanlab::grader
