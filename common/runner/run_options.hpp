/// \file
/// The command line of `scanlab run`.
#pragma once

#include "machine/schedule.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace scanlab {

/// What the command line of `scanlab run` asks for.
struct RunOptions {
    std::filesystem::path programs;
    std::vector<std::string> lessons;
    bool list = false, fast = false, counters = false, annotate = false;
    int timeout = 600; ///< seconds per run of a lesson
    std::string json, csv;
    std::vector<std::string> passed_on; ///< options of the lessons' own
    std::optional<std::string> seed;    ///< the same, but other for each schedule

    // The simulator's:
    int schedules = 1;
    std::optional<sim::Strategy> schedule;
    int multiprocessors = 0, resident_blocks = 0; ///< 0 if not given
};

/// Nothing if only help was asked for, which is printed. Throws UsageError.
std::optional<RunOptions> parse(int argc, const char* const* argv);

/// Throws UsageError if the options make no sense on this backend ("sim" or "cuda"), or for so many
/// lessons.
void require_sense(const RunOptions& options, const std::string& backend, std::size_t lessons);

} // namespace scanlab
