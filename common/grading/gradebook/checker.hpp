/// \file
/// Has exercises graded by `scanlab check`, the process that reaches the verdict.
#pragma once

#include "../grader/result.hpp"
#include "catalogue.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab::grader {

/// How `scanlab check` is called.
struct CheckerOptions {
    std::vector<std::string> command; ///< `scanlab check`, and where it is
    std::optional<std::uint64_t> seed{}, order{};
    std::filesystem::path rubric{};        ///< empty: its own
    std::filesystem::path gpu_toolchain{}; ///< empty: time is not graded
    int jobs = 1;                          ///< of each file: cases to run at a time
    std::string kit{}; ///< whatever changes when what grades does: results of another kit are not kept
};

/// What became of an exercise.
enum class State {
    full,          ///< all points
    part,          ///< of the points
    wrong,         ///< no points
    missing,       ///< not handed in
    unreadable,    ///< handed in, but nothing could be taken from it
    not_compiling, ///< or otherwise not to be made into a program
    not_allowed,   ///< it does what exercises must not
    failed,        ///< the grader has: there are no points to speak of
    set_by_hand    ///< the instructor has said what it is worth
};
State state_of(const Result& result);

/// As in "does not compile".
std::string_view name(State state);

/// The id of the line that an instructor's own points stand in.
inline constexpr std::string_view own_points = "set_by_hand";

class Checker {
public:
    /// Throws UsageError if an exercise's rubric cannot be read.
    Checker(CheckerOptions options, std::vector<ExerciseDescription> exercises);

    const std::vector<ExerciseDescription>& exercises() const { return exercises_; }

    /// Grades a file as this exercise. May be called by several threads at once.
    /// A seed takes the place of that of all.
    Result check(const ExerciseDescription& exercise, const std::filesystem::path& file,
                 std::optional<std::uint64_t> seed = {}) const;

    /// What an exercise is graded by, with nothing run: it was not handed in.
    Result missing(const ExerciseDescription& exercise) const;

    /// The same, as nothing could be taken from what was handed in, for this reason.
    Result unreadable(const ExerciseDescription& exercise, const std::string& reason) const;

    /// The same, as the grader has failed, for this reason.
    Result failed(const ExerciseDescription& exercise, const std::string& reason) const;

    /// Whatever a result depends on but the file and its exercise.
    const std::string& fingerprint() const { return fingerprint_; }

private:
    Result not_checked(const ExerciseDescription& exercise, std::string reason) const;
    std::optional<Result> run(const ExerciseDescription& exercise, const std::filesystem::path& file,
                              std::optional<std::uint64_t> seed, std::string& message) const;

    CheckerOptions options_;
    std::vector<ExerciseDescription> exercises_;
    std::map<std::string, Result> blank_; ///< by exercise
    std::string fingerprint_;
};

/// Number and name, as in "05_raking".
std::string label(const Result& result);

} // namespace scanlab::grader
