/// \file
/// Checking a warm-up: right or not, in a line or two.
#pragma once

#include "catalogue.hpp"

#include <cstdint>
#include <filesystem>

namespace scanlab::grader {

/// Judges and confines the file as an exercise is, and prints whether it is right, or else what is
/// wrong first.
bool check_warm_up(const ExerciseDescription& warm_up, const std::filesystem::path& file,
                   std::uint64_t seed, std::uint64_t order);

} // namespace scanlab::grader
