/// \file
/// The simulator's settings as options of a command: from their table.
#pragma once

#include "trial.hpp"

#include "scanlab_sim/settings.hpp"

#include <CLI/CLI.hpp>

#include <list>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab {

/// Adds the setting's option, as its row has it. `value` becomes what is given; "1" for a flag.
CLI::Option* add_option(CLI::App& app, const sim::Setting& setting, std::string& value);

class SimulatorOptions {
public:
    /// Adds the options that the table has for the command, as in "sim".
    SimulatorOptions(CLI::App& app, std::string_view command);

    /// Throws UsageError if a value, of an option or of its environment variable, is none.
    void require_values() const;

    /// What was given, or stands in the environment; empty if neither.
    std::string value(std::string_view name) const;

    /// The schedule and the order.
    Trial trial() const;

    /// The strategy, if one was chosen.
    std::optional<sim::Strategy> strategy() const;

    /// Those that were given, for a program's environment: "SCANLAB_SIM_ORDER=3".
    std::vector<std::string> environment() const;

    /// Those that were given but for schedule and order, as a user types them: " --sms 3".
    std::string device_text() const;

    /// All that were given as options: " --sms 3 --order 7".
    std::string text() const;

private:
    struct Given {
        const sim::Setting* setting;
        std::string option; ///< what was given; empty if nothing
        std::string value() const;
        std::string text() const; ///< " --sms 3"; empty if it was not given
    };
    std::list<Given> all_; ///< which CLI11 points to
};

} // namespace scanlab
