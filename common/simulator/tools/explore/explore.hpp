/// \file
/// Running a program under many schedules, and reporting each thing that the simulator found once, with
/// the command that shows it again.
#pragma once

#include "trial.hpp"
#include "trial_runs.hpp"

#include <optional>

namespace scanlab {

struct ExploreOptions {
    int schedules = 8;
    std::uint64_t order = 1; ///< the first one
    std::optional<sim::Strategy> only;
    TriedProgram program;
};

/// The exit code: the program's own, or 3 if something was found. Throws UsageError.
int explore(const ExploreOptions& options);

} // namespace scanlab
