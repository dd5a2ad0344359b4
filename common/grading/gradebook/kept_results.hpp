/// \file
/// Results that are kept, so that a file is graded once.
#pragma once

#include "checker.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace scanlab::grader {

class KeptResults {
public:
    /// An empty folder name: nothing is kept. The folder may be shared by programs on several machines.
    KeptResults(const Checker& checker, std::filesystem::path folder)
        : checker_(checker), folder_(std::move(folder)) {}

    /// The result of the same content, graded by the same rubric, seed, order and kit, if it was kept.
    std::optional<Result> find(const ExerciseDescription& exercise, const std::filesystem::path& file,
                               std::optional<std::uint64_t> seed = {}) const;

    /// The same, or else the file is graded, and its result kept unless the grader failed. May be
    /// called by several threads, and by programs on several machines, at once: one of them grades, and
    /// the others wait for its result.
    Result check(const ExerciseDescription& exercise, const std::filesystem::path& file,
                 std::optional<std::uint64_t> seed = {}) const;

    /// The file that keeps the result, once it is there.
    std::filesystem::path place(const ExerciseDescription& exercise, const std::filesystem::path& file,
                                std::optional<std::uint64_t> seed) const;

private:
    const Checker& checker_;
    std::filesystem::path folder_;
};

} // namespace scanlab::grader
