/// \file
/// All that a lesson program found out, and how people and programs get to read it.
#pragma once

#include "check/check.hpp"
#include "measure/measure.hpp"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace scanlab {

/// The order in which the simulator ran blocks and threads.
struct Order {
    std::string schedule; ///< as in "reversed"
    std::uint64_t number;
};

/// What a lesson's program tells when it ends.
struct Report {
    Lesson lesson;
    Layout layout;
    std::string device;
    bool counters, annotate;      ///< whether to show the measured call's kernels and source lines
    std::uint64_t seed;           ///< of the inputs
    std::optional<Order> order{}; ///< of the threads; none on a GPU
    Checks checks;
    CheckResult checked;
    std::string rerun; ///< the command that repeats the failing case alone
    std::optional<Measurement> measured;
    bool likely_cause = true; ///< whether to tell it: a guess, from the result alone
    std::string help{}; ///< what to do about a cause that is not known, as in "look at …"; or nothing

    bool passed() const { return !checked.failure && measured && !measured->fault; }
};

/// As in "inclusive scan of each block".
std::string describe_task(const Lesson& lesson);

/// What stands at the top, before the work begins.
std::string heading(const Report& report);

/// The verdict, the failure if there is one, and the measurements.
std::string text(const Report& report);

/// The same for programs. Fields are left out where there is nothing to say.
nlohmann::json to_json(const Report& report);

/// The lesson alone: number, name, title, task, scope.
nlohmann::json to_json(const Lesson& lesson);

} // namespace scanlab
