/// \file
/// Names that students and course systems give to files, as far as it can be told what they mean.
#pragma once

#include "catalogue.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab::grader {

/// A name that can stand in a table, a page and a terminal, whatever its bytes were: valid UTF-8 of at
/// most 120 bytes. Control characters, those that turn the direction of writing, and spaces at its ends
/// are spelt %0A, so that nobody is taken for somebody else.
std::string clean_name(std::string_view name);

/// Clean names of different ones, no two of which are the same: what two would share, the second spells
/// byte by byte.
class CleanNames {
public:
    const std::string& of(const std::string& name);

private:
    std::map<std::string, std::string> known_;
    std::set<std::string> taken_;
};

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

/// Whether a file of this name may be an exercise that was saved under another one: raking.cu,
/// solution.txt.
bool may_be_misnamed(std::string_view name);

/// Whether such a file's path says that it is this exercise, and none whose name is longer.
bool names_exercise(std::string_view path, const ExerciseDescription& exercise,
                    const std::vector<ExerciseDescription>& exercises);

/// How large a file of this name may be that is handed in; 0 if it does not matter.
std::uintmax_t most_bytes(std::string_view name, const std::vector<ExerciseDescription>& exercises);

/// Whose a file or folder is, by the name that a course system has given it.
struct Owner {
    std::string student, id;
    std::string rest;           ///< the file's own name; empty if a folder was named
    std::optional<bool> late{}; ///< what Canvas says
    std::string upload{};       ///< Canvas's number of it, which no other one has
    std::string
        returns_to{}; ///< what the names of files begin with that are to come back to the student
};

/// "Ada Lovelace_123_assignsubmission_file" or "…_file_raking_exercise.cu", as Moodle's *Download all
/// submissions* names folders or files (moodle/moodle: mod/assign/classes/downloader.php). None if it
/// can be read so in two ways.
std::optional<Owner> moodle_owner(std::string_view name);

/// "lovelaceada_LATE_123_456_raking_exercise.cu", as Canvas's *Download Submissions* names files
/// (instructure/canvas-lms: app/models/content_zipper.rb).
std::optional<Owner> canvas_owner(std::string_view name);

} // namespace scanlab::grader
