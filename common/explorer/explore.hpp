/// \file
/// Running a program under many schedules, and reporting each thing that the simulator found once, with
/// the command that shows it again.
#pragma once

#include "trial.hpp"

#include <optional>
#include <string>
#include <vector>

namespace scanlab {

struct ExploreOptions {
    int schedules = 8;
    std::uint64_t order = 1; ///< the first one
    std::optional<sim::Strategy> only;
    std::string json;                 ///< where findings go, one JSON object per line; empty: nowhere
    std::string again;                ///< the user's command up to the source
    std::string source;               ///< as the user named it
    std::vector<std::string> command; ///< the compiled program and its arguments
};

/// The exit code: the program's own, or 3 if something was found. Throws UsageError.
int explore(const ExploreOptions& options);

} // namespace scanlab
