/// \file
/// What students handed in: folders, archives and loose files, of which only the exercises' own files
/// are taken.
#pragma once

#include "catalogue.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace scanlab::grader {

/// A file to be graded.
struct HandedIn {
    std::filesystem::path file; ///< where its content is
    std::string name;           ///< where it lay, for people: "homework.zip/raking_exercise.cu"
};

struct Submission {
    std::string student;                          ///< the name, unlike all others
    std::string id{};                             ///< of the course system; empty if none is known
    std::map<std::string, HandedIn> files{};      ///< by the exercise's name
    std::map<std::string, std::string> refused{}; ///< by the exercise's name: why there is none
    std::vector<std::string> remarks{};           ///< for the instructor: what was not taken, and why
    std::optional<std::int64_t>
        time{}; ///< when it was handed in, in seconds since 1970, if that is known
    std::optional<std::uint64_t> seed{}; ///< of the student's own inputs; none: those of all
    std::optional<bool> late{};          ///< what Canvas says of it, which does not say how late
    std::string
        returns_to{}; ///< what the course system wants names of files to begin with that it hands back
};

/// Whose the things are that one path holds.
enum class Whose { as_it_looks, one_student, a_class };

/// Reads what these paths hold, each one submission or a class's: a folder of folders, archives and
/// files such as alice_raking_exercise.cu, or what Moodle, Canvas or Gradescope export, as the archive
/// or unpacked. A folder looks like one submission if exercises lie in it, in its folders 01_… to 09_…
/// or in those of its `lessons`; an archive, unless it is an export of several students. Of an ID that
/// two students claim neither has it. Archives are unpacked below `scratch`. Sorted by name. Throws
/// UsageError.
std::vector<Submission> read_submissions(const std::vector<std::filesystem::path>& given, Whose whose,
                                         const std::vector<ExerciseDescription>& exercises,
                                         const std::filesystem::path& scratch);

} // namespace scanlab::grader
