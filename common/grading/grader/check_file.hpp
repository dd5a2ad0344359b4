/// \file
/// Grading one exercise, and printing its rubric.
#pragma once

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
    unsigned jobs = 0; ///< cases to run at a time; 0: as many as there are processors
    bool all = false;  ///< show lines that students are not to see, too
};

/// Exit code 0 if all points are reached, else 1. Throws UsageError.
int check_file(const CheckOptions& options);

/// What has to be built before a file can be graded.
std::filesystem::path built_last();

} // namespace scanlab::grader
