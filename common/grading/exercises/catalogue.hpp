/// \file
/// The exercises and warm-ups that there are: exercises.json and warm_ups.json, read.
#pragma once

#include "scanlab/lesson.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace scanlab {

/// What an exercise asks for.
struct ExerciseDescription {
    Lesson lesson;        ///< the number is that of the lesson it belongs to
    int items_per_thread; ///< that the student's kernels have to have
    bool challenge;       ///< else it is its lesson's main exercise
    int devices = 1;      ///< of the grader's machine, which calls are dealt to if there are several
};

/// All exercises, by lesson, the main one first.
const std::vector<ExerciseDescription>& exercises();

/// A task of five minutes, at the beginning of a lesson: one line is missing or wrong.
struct WarmUp {
    ExerciseDescription exercise;
    std::string finding; ///< what is wrong with the starter: a kind of finding, or "wrong-result"
    std::vector<long long> sizes; ///< n, at which a file is tried
};

/// All warm-ups, by lesson.
const std::vector<WarmUp>& warm_ups();

/// The exercise or warm-up of that name. Throws UsageError if there is none.
const ExerciseDescription& find_exercise(std::string_view name);

/// Number and name, as in "05_raking".
std::string label(const ExerciseDescription& exercise);

/// Whether a user means this exercise by a lesson's number (5, 05: its main exercise), by its name, or
/// by both (05_raking).
bool answers_to(const ExerciseDescription& exercise, std::string_view word);

/// Throws UsageError if a variant does not own as many items per thread as the exercise asks for, or
/// has no pieces although the exercise is for several devices.
void require_interface(const ExerciseDescription& exercise, std::span<const Variant> variants);

} // namespace scanlab
