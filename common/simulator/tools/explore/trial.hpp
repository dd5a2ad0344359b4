/// \file
/// The schedules that a program is tried under.
#pragma once

#include "scanlab_sim/settings.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scanlab {

/// One run of a program.
struct Trial {
    sim::Strategy strategy = sim::Strategy::random;
    std::uint64_t order = 1;
    std::string choices{}; ///< instead of the two; empty: none
    int occupied = 0;      ///< places that other kernels hold, if the user has not said how many
};

/// So many different ways to run a program: first every strategy with this order, then those that the
/// order changes with the next ones; or only one strategy with so many orders. After the first round,
/// and at every second order from then on, blocks have one place only, as beside other kernels.
std::vector<Trial> trials(int count, std::uint64_t order, std::optional<sim::Strategy> only = {});

/// " --schedule reversed --order 3", or less where it is the default; or " --choices 0.5=33".
std::string options_text(const Trial& trial);

/// The trial as settings of the simulator: "SCANLAB_SIM_ORDER=3", …
std::vector<std::string> settings(const Trial& trial);

} // namespace scanlab
