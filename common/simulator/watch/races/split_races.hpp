/// \file
/// What is known of a launch whose halves two copies of the process have watched:
/// machine/threads/split_launch.hpp. Neither copy sees a race with what the other one does. So each
/// notes which words of memory its blocks have read and written, and where these meet, the halves do
/// not fit together, and the launch has to run as a whole.
#pragma once

#include "platform/platform.hpp"

namespace scanlab::sim::split_races {

/// Prepares for halves that begin now.
void prepare();
/// In a copy: notes what its half has done.
void note_half();
/// Takes over what is known of both halves; false, and nothing is taken over, if they do not fit
/// together.
bool take_over(const platform::WorkingCopy& first, const platform::WorkingCopy& second);

} // namespace scanlab::sim::split_races
