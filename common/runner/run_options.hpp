/// \file
/// The command line of `scanlab run`.
#pragma once

#include "trial.hpp"

#include <optional>
#include <string>
#include <vector>

namespace scanlab {

/// What the command line of `scanlab run` asks for.
struct RunOptions {
    std::vector<std::string> lessons;
    bool fast = false, counters = false, annotate = false;
    int timeout = 600; ///< seconds per run of a lesson
    std::string json, csv;
    std::vector<std::string> passed_on; ///< options of the lessons' own

    // The simulator's:
    int schedules = 1;
    Trial first;                          ///< the first of these schedules
    std::optional<sim::Strategy> only;    ///< the strategy of all of them
    std::vector<std::string> environment; ///< other settings, as in "SCANLAB_SIM_MULTIPROCESSORS=3"
    std::string replay_text;              ///< these as options, as in " --sms 3"
    std::string settings_text;            ///< all of its settings that were given as options
};

/// Throws UsageError if the options make no sense on this backend ("sim" or "cuda"), or for so many
/// lessons.
void require_sense(const RunOptions& options, const std::string& backend, std::size_t lessons);

} // namespace scanlab
