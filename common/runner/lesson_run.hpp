/// \file
/// Running a lesson's program, and what came of it.
#pragma once

#include "exploration.hpp"
#include "process.hpp"
#include "registry.hpp"
#include "run_options.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace scanlab {

/// A lesson that was run, once or under several schedules.
struct LessonRun {
    Ended ended; ///< of the first run that did not pass, or else of the first
    nlohmann::json
        report; ///< that run's, or one made up from how it ended; status is pass, fail, found
    Exploration exploration; ///< what the simulator found in all runs
};

/// Runs the lesson, on the simulator under as many schedules as asked for, or until it refuses to work.
/// Files go into the folder `scratch`.
LessonRun run_lesson(const Program& program, const RunOptions& options, bool on_gpu,
                     const std::filesystem::path& scratch);

/// Whether the program refused to work at all: wrong usage, or nothing to run on.
bool refused(const Ended& ended);

/// The command that runs the lesson again under one of its schedules.
std::string replay_command(const Program& program, const RunOptions& options, const Trial& trial);

} // namespace scanlab
