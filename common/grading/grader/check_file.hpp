/// \file
/// Grading one exercise, and printing its rubric.
#pragma once

#include "catalogue.hpp"
#include "result.hpp"

#include <filesystem>
#include <string>

namespace scanlab::grader {

struct CheckOptions {
    std::filesystem::path file;
    std::string exercise;
    std::filesystem::path rubric{};        ///< empty: the kit's
    std::filesystem::path gpu_toolchain{}; ///< empty: time is not graded
    std::filesystem::path json{};          ///< empty: the result is only printed
    unsigned long long seed = 1;           ///< of the inputs
    unsigned long long order = 1;          ///< of blocks and threads
    unsigned jobs = 0;               ///< cases to run at a time; 0: as many as there are processors
    bool all = false;                ///< show lines that students are not to see, too
    std::filesystem::path program{}; ///< what the file was compiled to, if it has a main of its own
};

/// Grades the file and prints the result. Throws UsageError.
Result check_file(const CheckOptions& options);

/// What a missing file would be graded on. Throws UsageError if the rubric cannot be read.
Result blank_result(const ExerciseDescription& exercise, const CheckOptions& options);

/// What has to be built before a file can be graded.
std::filesystem::path built_last();

} // namespace scanlab::grader
