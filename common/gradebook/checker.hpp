/// \file
/// Has exercises graded by `scanlab check`, the process that reaches the verdict.
#pragma once

#include "../grader/result.hpp"
#include "catalogue.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace scanlab::grader {

/// How `scanlab check` is called.
struct CheckerOptions {
    std::vector<std::string> command; ///< `scanlab check`, and where it is
    std::optional<unsigned long long> seed{}, order{};
    std::filesystem::path rubric{};        ///< empty: its own
    std::filesystem::path gpu_toolchain{}; ///< empty: time is not graded
    int jobs = 1;                          ///< of each file: cases to run at a time
};

class Checker {
public:
    /// Asks `scanlab check` for each exercise's rubric. Throws UsageError, with its message, if it
    /// refuses.
    Checker(CheckerOptions options, std::vector<ExerciseDescription> exercises);

    const std::vector<ExerciseDescription>& exercises() const { return exercises_; }

    /// Grades a file as this exercise. May be called by several threads at once.
    Result check(const ExerciseDescription& exercise, const std::filesystem::path& file) const;

    /// What an exercise is graded by, with nothing run, for this reason.
    Result not_checked(const ExerciseDescription& exercise, const std::string& reason) const;

private:
    std::optional<Result> run(const ExerciseDescription& exercise, const std::filesystem::path& file,
                              std::string& message) const;

    CheckerOptions options_;
    std::vector<ExerciseDescription> exercises_;
    std::map<std::string, Result> blank_; ///< by exercise
};

/// The file name that a student's solution has, as in "raking_exercise.cu".
std::string file_name(const ExerciseDescription& exercise);

/// Number and name, as in "05_raking".
std::string label(const Result& result);

} // namespace scanlab::grader
