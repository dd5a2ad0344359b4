/// \file
/// A student's exercises as files: their pages, hints and starters.
#pragma once

#include "catalogue.hpp"

#include <filesystem>
#include <functional>
#include <string>

namespace scanlab {

/// The kit's folder, in which lessons/, solutions/ or starters/ lie.
class Workbook {
public:
    explicit Workbook(std::filesystem::path root) : root_(std::move(root)) {}

    /// The exercise that a user means by its name, its lesson and name, or its file: raking, 05_raking,
    /// lessons/05_coarsened/raking_exercise.cu; or by a lesson's number, 5 or 05: then the one of that
    /// kind. Who asks for a warm-up gets no other exercise. Throws UsageError.
    const ExerciseDescription& find(const std::string& word, Kind by_number = Kind::main) const;

    /// Where the student's file is, from the kit's folder: "lessons/05_coarsened/raking_exercise.cu";
    /// of an instructor's own, in its folder.
    std::filesystem::path file(const ExerciseDescription& exercise) const;

    /// Where its solution is, if the kit has it: students have none.
    std::filesystem::path solution(const ExerciseDescription& exercise) const;

    /// Hint 1, 2 or 3, and what comes next, as text. Throws UsageError.
    std::string hint(const ExerciseDescription& exercise, int which) const;

    /// Puts the starter in place of the student's file, which is kept beside it; says so. Throws
    /// UsageError.
    std::string reset(const ExerciseDescription& exercise) const;

    /// What students begin with. Throws UsageError if the kit has neither it nor the solution.
    std::string starter(const ExerciseDescription& exercise) const;

private:
    std::filesystem::path root_;
};

/// Calls `on_save` now, and again whenever the file's content has changed; as long as `goes_on`, which
/// is asked between two looks, says so.
void watch(const std::filesystem::path& file, const std::function<void()>& on_save,
           const std::function<bool()>& goes_on);

} // namespace scanlab
