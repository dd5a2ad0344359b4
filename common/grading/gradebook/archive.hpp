/// \file
/// Files taken out of archives whose makers may mean harm. Nothing in an archive decides where anything
/// is written, or how much.
#pragma once

#include "catalogue.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab::grader {

/// An entry that was asked for.
struct ArchiveEntry {
    std::vector<std::string> path; ///< folders and name, cleaned
    std::filesystem::path file{};  ///< where its content is now; empty if it was refused
    std::string refused{};         ///< why, in one sentence
    std::int64_t modified = 0;     ///< seconds since 1970
};

struct Archive {
    std::vector<ArchiveEntry> entries{};
    std::map<std::string, bool> tops{}; ///< what all names begin with, and whether it is a folder
    std::vector<std::vector<std::string>> misnamed{}; ///< see may_be_misnamed()
    std::string trouble{}; ///< why not all of it could be read; empty if it could
};

/// How much of an archive is read.
struct ArchiveLimits {
    std::uintmax_t bytes_taken = 64ull << 20;   ///< of all entries that are asked for
    std::uintmax_t bytes_unpacked = 1ull << 30; ///< of those that have to be passed over, too
    std::size_t entries = 100'000;
    unsigned seconds = 20; ///< of computing
    std::size_t memory_bytes = 1ull << 30;
};

/// Takes the regular files out of a .zip, .tar (also compressed with gzip, bzip2, xz or zstd) or .7z
/// archive whose names most_bytes() lets pass. They get numbers for names in the folder `target`, which
/// is made. Links, devices, encrypted entries and names that lead out of the archive are refused.
/// Another program reads, which can write nowhere else, within limits on memory and computing: an
/// archive may cost no more than its own content.
Archive unpack(const std::filesystem::path& archive, const std::filesystem::path& target,
               const std::vector<ExerciseDescription>& exercises, const ArchiveLimits& limits = {});

/// What that program does; it leaves a list beside the files.
void unpack_here(const std::filesystem::path& archive, const std::filesystem::path& target,
                 const std::vector<ExerciseDescription>& exercises, const ArchiveLimits& limits);

/// A file's name cut into folders and name, cleaned; none if it leads elsewhere (/x, C:\x, ../x).
std::optional<std::vector<std::string>> path_inside(std::string_view name);

} // namespace scanlab::grader
