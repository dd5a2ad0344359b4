/// \file
/// Grading a small program, which has a main of its own and prints its result.
#pragma once

#include "catalogue.hpp"
#include "result.hpp"

#include <filesystem>

namespace scanlab::grader {

/// Runs `program`, which was made from `source`, as often as its exercise says, in several orders of
/// its threads. It is not confined, and could print anything: this is for a student's own machine.
Result grade_program(const ExerciseDescription& exercise, const std::filesystem::path& source,
                     const std::filesystem::path& program);

} // namespace scanlab::grader
