/// \file
/// What students handed in: folders and archives, of which only the exercises' own files are taken.
#pragma once

#include "catalogue.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace scanlab::grader {

struct Submission {
    std::string student;                                  ///< the folder's or archive's name
    std::map<std::string, std::filesystem::path> files{}; ///< by the exercise's name
    std::map<std::string, std::string> refused{};         ///< by the exercise's name: why there is none
};

/// Reads one submission, or a folder of them. A folder is one submission if it has to be a `single`
/// one, or if exercises lie in it, in its folders 01_… to 09_… or in those of its `lessons`; else each
/// folder and archive in it is one. Archives are unpacked, as far as they hold files of these
/// exercises, below `scratch`. Throws UsageError.
std::vector<Submission> read_submissions(const std::filesystem::path& given, bool single,
                                         const std::vector<ExerciseDescription>& exercises,
                                         const std::filesystem::path& scratch);

} // namespace scanlab::grader
