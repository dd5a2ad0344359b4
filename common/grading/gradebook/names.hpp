/// \file
/// Names that students and course systems give to files, as far as it can be told what they mean.
#pragma once

#include "catalogue.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab::grader {

/// A name that can stand in a table, a page and a terminal, whatever its bytes were: valid UTF-8 of at
/// most 120 bytes, without control characters or those that turn the direction of writing.
std::string clean_name(std::string_view name);

/// The same as the name of a folder or file: without separators, and not hidden.
std::string file_name_of(std::string_view name);

/// Whether a file is none that a student has made: what editors, git and macOS keep beside it.
bool is_hidden(const std::vector<std::string>& path);

/// The file name that a student's solution has, as in "raking_exercise.cu".
std::string file_name(const ExerciseDescription& exercise);

/// What a file is, by its name.
struct SolutionName {
    const ExerciseDescription* exercise;
    int attempt = 0;   ///< 1 for "raking_exercise (1).cu" and "raking_exercise-1.cu"
    std::string owner; ///< what stands before it, as in "alice_raking_exercise.cu"; else empty
};
/// The exercise that a name ends with, whatever the case of its letters; none if it names no exercise.
std::optional<SolutionName> solution_name(std::string_view name,
                                          const std::vector<ExerciseDescription>& exercises);

/// The name without the ending of an archive that can be read (.zip, .tar, .tar.gz …); none if it has
/// no such.
std::optional<std::string> without_archive_ending(std::string_view name);

/// An archive that students pack and that is not read: its format is not free.
bool is_unreadable_archive(std::string_view name);

/// How large a file of this name may be that is handed in; 0 if it does not matter.
std::uintmax_t most_bytes(std::string_view name, const std::vector<ExerciseDescription>& exercises);

/// Whose a file or folder is, by the name that a course system has given it.
struct Owner {
    std::string student, id;
    std::string rest;  ///< the file's own name; empty if a folder was named
    bool late = false; ///< Canvas says so
};

/// "Ada Lovelace_123_assignsubmission_file" or "…_file_raking_exercise.cu", as Moodle's *Download all
/// submissions* names folders or files (moodle/moodle: mod/assign/classes/downloader.php).
std::optional<Owner> moodle_owner(std::string_view name);

/// "lovelaceada_LATE_123_456_raking_exercise.cu", as Canvas's *Download Submissions* names files
/// (instructure/canvas-lms: app/models/content_zipper.rb).
std::optional<Owner> canvas_owner(std::string_view name);

} // namespace scanlab::grader
