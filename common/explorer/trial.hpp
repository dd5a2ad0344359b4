/// \file
/// The schedules that a program is tried under.
#pragma once

#include "machine/schedule.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scanlab {

/// One run of a program.
struct Trial {
    sim::Strategy strategy = sim::Strategy::random;
    std::uint64_t seed = 1;
};

/// So many different ways to run a program: first every strategy with this seed, then those that a seed
/// changes with the next ones; or only one strategy with so many seeds.
std::vector<Trial> trials(int count, std::uint64_t seed, std::optional<sim::Strategy> only = {});

/// " --schedule reversed --seed 3", or less where it is the default.
std::string options_text(const Trial& trial);

/// The trial as settings of the simulator: "SCANLAB_SIM_SEED=3", …
std::vector<std::string> settings(const Trial& trial);

} // namespace scanlab
