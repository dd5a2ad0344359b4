/// \file
/// How fast a student's file is on this machine's GPU.
#pragma once

#include "result.hpp"
#include "rubric.hpp"
#include "student_program.hpp"

#include <filesystem>
#include <span>
#include <string>

namespace scanlab::grader {

struct Speed {
    double share = 0;  ///< of a copy's speed; of all sizes, the smallest
    std::string fault; ///< why it has none; empty if it has
};

/// Builds the file for the GPU, and measures it with each n: the median of three runs. The lessons'
/// harness does it, which compares the result with the CPU's, too. Only one program is measured at a
/// time.
Speed speed_on_gpu(const ExerciseDescription& exercise, const std::filesystem::path& source,
                   const Toolchain& toolchain, std::span<const long long> sizes);

/// Fills in points, status and detail: the points are those of the best band reached.
void grade_speed(const RubricLine& line, const Speed& speed, LineResult& result);

} // namespace scanlab::grader
