/// \file
/// One run of a program on the simulator, as those see it who judge it.
#pragma once

#include "process.hpp"
#include "read_findings.hpp"
#include "trial.hpp"

namespace scanlab {

struct TrialRun {
    Ended ended;
    std::vector<sim::Finding> findings;
};

/// Runs a compiled program under one schedule, quietly: what is wrong is in the findings, not in its
/// output. It is killed after `limit`. `scratch` is an empty folder of this run's own; `settings`, such
/// as "NAME=value", are added to its environment. Throws BadFinding if what it leaves is none.
TrialRun run_trial(const std::vector<std::string>& command, const Trial& trial,
                   std::chrono::seconds limit, const std::filesystem::path& scratch,
                   std::vector<std::string> settings = {});

} // namespace scanlab
