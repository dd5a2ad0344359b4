/// \file
/// Large launches run in two copies of the process, on two cores: each copy runs half of the blocks,
/// and sees nothing of what the other one does. What both have changed is then taken over. So the
/// result is the same for the same order always, with any number of cores, even if blocks race. Where
/// blocks are watched for races, halves that touch the same memory are found out by what they did
/// (watch/races/split_races.hpp), and the launch runs as a whole, so that nothing is missed.
///
/// That is for kernels whose blocks have nothing to do with each other. The launch runs as a whole if a
/// block does what others can notice: atomic accesses of global memory, fences for the device,
/// printf(), allocations, looking at the clock. If it is in a copy that the first one does, or that
/// there is something to tell, a finding, a fault, an error, then both copies end, as if nothing had
/// happened.
#pragma once

#include "machine/threads/schedule.hpp"
#include "machine/threads/scheduler.hpp"

#include <functional>

namespace scanlab::sim::split_launch {

/// Whether the launch is large enough for it, and not one whose blocks are promised to run at the same
/// time.
bool is_possible(const Launch& launch);
/// Whether one that is, and has been announced, may be divided for all that is known of its kernel and
/// its watchers.
bool may_run(const Launch& launch);
/// Whether two processes save more time than they cost, if threads are still to be switched so often.
bool pays(unsigned long long switches);
/// Calls `run` for each half in a copy. False: nothing has happened.
bool run(const Launch& launch, const std::function<void(Part)>& run);

} // namespace scanlab::sim::split_launch
