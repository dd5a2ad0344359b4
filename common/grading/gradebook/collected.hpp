/// \file
/// All that might be graded of a folder, an archive or a file, with the archives in it unpacked.
#pragma once

#include "catalogue.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace scanlab::grader {

/// A file whose name says that it matters, or an archive that could not be read.
struct Collected {
    std::vector<std::string> path; ///< cleaned; an archive is a folder here
    std::filesystem::path file{};  ///< where its content is; empty if it was refused
    std::string refused{};         ///< why
    std::int64_t modified = 0;     ///< as the file or the archive says, in seconds since 1970
    std::int64_t received = 0; ///< when the file, or the outermost archive, was written to this disk

    std::string name() const; ///< the whole path
};

struct Collection {
    std::vector<Collected> files{};
    std::map<std::string, bool> tops{}; ///< all names at the top, and whether they are folders
    std::vector<std::vector<std::string>> misnamed{}; ///< paths of others: may_be_misnamed()
};

/// Takes files with the name of an exercise, and Gradescope's metadata. Archives are unpacked below
/// `scratch`.
Collection collect(const std::filesystem::path& given,
                   const std::vector<ExerciseDescription>& exercises,
                   const std::filesystem::path& scratch);

} // namespace scanlab::grader
