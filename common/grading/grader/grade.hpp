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

/// Grades `source` on these lines. The first of them is a condition for all others, if it is on
/// correctness: these are not run then. Lines on time drop out where there is no GPU.
Result grade(const ExerciseDescription& exercise, const std::filesystem::path& source,
             RubricLines rubric, const GradeOptions& options);

} // namespace scanlab::grader
