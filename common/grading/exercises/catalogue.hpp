/// \file
/// The exercises that there are: those of exercises.json, and those that an instructor has added.
#pragma once

#include "scanlab/lesson.hpp"

#include <deque>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab {

/// Which part an exercise has in its lesson.
enum class Kind {
    warm_up, ///< a task of five minutes: one line is missing or wrong
    middle,  ///< a small program for eight numbers, between the warm-up and the main exercise
    main,
    challenge
};

/// As in exercises.json: "warm-up".
std::string_view name(Kind kind);

/// What a program with a main of its own is given, and what it has to print.
struct ProgramRun {
    std::vector<std::string> numbers; ///< its arguments
    std::string prints;               ///< one line of its output; how many spaces there are is ignored
};

/// What an exercise asks for.
struct ExerciseDescription {
    Lesson lesson;            ///< the number is that of the lesson it belongs to
    int items_per_thread = 1; ///< that the student's kernels have to have
    Kind kind = Kind::main;
    int devices = 1; ///< of the grader's machine, which calls are dealt to if there are several

    std::string finding{};          ///< of a warm-up's starter: a kind of finding, or "wrong-result"
    std::vector<long long> sizes{}; ///< n, at which a warm-up is tried

    std::vector<ProgramRun> runs{}; ///< of a small program; of others the grader calls the kernels
    std::string work{};             ///< what a small program's kernels have to do, for people
    std::vector<std::string> conditions{}; ///< the same, on what the simulator counts

    /// Whether it has a main of its own, and is judged by what that prints.
    bool is_program() const { return !runs.empty(); }

    std::string entry{}; ///< this in JSON, for read_exercise()
    std::filesystem::path
        folder{}; ///< an instructor's own, where its page and rubric are; empty: the kit's

    bool is_own() const { return !folder.empty(); }
};

/// The text, if it can be an exercise's name: C++ has to accept it for a name, and file systems for
/// that of a file. Throws UsageError.
std::string exercise_name(const std::string& text);

/// An exercise by its entry in exercises.json. Throws UsageError.
ExerciseDescription read_exercise(const std::string& entry);

/// All of them, by lesson: the warm-up, the small program, the main exercise, challenges; then those
/// that were added.
const std::deque<ExerciseDescription>& all_exercises();

/// Adds an instructor's own exercise, whose entry is exercise.json in this folder, or those of all
/// folders in it. Throws UsageError, also if there is another exercise of its name or number.
void add_exercises(const std::filesystem::path& folder);

/// Those that the rubric is for, and which a class is graded on: main exercises and challenges that are
/// no programs of their own.
std::vector<ExerciseDescription> exercises();

/// The exercise of that name. Throws UsageError if there is none.
const ExerciseDescription& find_exercise(std::string_view name);

/// Number and name, as in "05_raking".
std::string label(const ExerciseDescription& exercise);

/// Where a student's file is, as a command of the kit's folder has it:
/// "lessons/05_*/raking_exercise.cu".
std::string shown_file(const ExerciseDescription& exercise);

/// Whether a user means this exercise by a lesson's number (5, 05: its main exercise), by its name, or
/// by both (05_raking).
bool answers_to(const ExerciseDescription& exercise, std::string_view word);

/// Throws UsageError if a variant does not own as many items per thread as the exercise asks for, or
/// has no pieces although the exercise is for several devices.
void require_interface(const ExerciseDescription& exercise, std::span<const Variant> variants);

/// What commands on it need, too: " --exercises ring", if it is an instructor's own.
std::string folder_option(const ExerciseDescription& exercise);

/// The command that shows its first hint, as in "./scanlab hint 05 1".
std::string first_hint(const ExerciseDescription& exercise);

} // namespace scanlab
