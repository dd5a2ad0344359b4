/// \file
/// Which launches of a checked program are checked (--kernel, --launches).
#pragma once

#include "scanlab_sim/core.hpp"

namespace scanlab::sim::chosen_launches {

/// Counts the launch that begins; whether the user wants it to be checked.
bool take(const Launch& launch);

/// If only some launches were wanted, says how many have been checked.
void tell();

} // namespace scanlab::sim::chosen_launches
