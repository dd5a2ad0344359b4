/// \file
/// Grading one file.
#pragma once

#include "result.hpp"
#include "rubric.hpp"
#include "worker_program.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace scanlab::grader {

struct GradeOptions {
    Toolchain toolchain;
    std::optional<Toolchain> gpu_toolchain{}; ///< for what is timed; none: no GPU
    std::uint64_t seed = 1;                   ///< of the inputs
    std::uint64_t order = 1;                  ///< of blocks and threads
    unsigned jobs = 1;                        ///< cases that run at the same time
};

/// The result of a file of which nothing has run: all lines, without points. Lines on time drop out
/// where there is no GPU.
Result not_graded(const ExerciseDescription& exercise, const RubricLines& rubric, bool has_gpu);

/// Grades `source` on these lines. The first of them is a condition for all others, if it is on
/// correctness: these are not run then.
Result grade(const ExerciseDescription& exercise, const std::filesystem::path& source,
             RubricLines rubric, const GradeOptions& options);

} // namespace scanlab::grader
