/// \file
/// What an instructor decides against the grader, with a reason.
#pragma once

#include "grade.hpp"

#include <filesystem>
#include <vector>

namespace scanlab::grader {

/// A line of the instructor's table: an exercise's points, or the days that a student is late.
struct Override {
    std::size_t submission; ///< index of the student's
    std::string exercise;   ///< its name; empty: `value` is days
    double value;           ///< points
    std::string reason;
};

/// Reads a table with columns `student` (name or ID), `exercise`, `points` and `reason`. In the place
/// of an exercise may stand `late`: then the points are days. Throws UsageError, also if no such
/// student has handed in.
std::vector<Override> read_overrides(const std::filesystem::path& file,
                                     const std::vector<Submission>& submissions,
                                     const std::vector<ExerciseDescription>& exercises);

/// The exercise's lines stay as they are; one more makes up for the difference, with the reason for its
/// title.
void apply(const Override& override, Grade& grade);

} // namespace scanlab::grader
