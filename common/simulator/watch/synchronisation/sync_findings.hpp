/// \file
/// What can go wrong when threads wait for each other: divergent barriers, warp operations whose lanes
/// do not come, deadlocks.
#pragma once

#include "machine/threads/scheduler.hpp"

#include <cstddef>
#include <vector>

namespace scanlab::sim {

/// A block barrier is about to open: are all its threads there, at the same one, and by the same calls?
void check_barrier(Block& block);
/// Another launch: where kernels begin on the stacks has to be found again.
void forget_kernel_frame();

/// A grid barrier is about to open: are all threads of the block there?
void check_grid_barrier(const Block& block);
/// It never will, since a block, or its thread 0, has returned.
void report_grid_barrier(const std::vector<Block*>& blocks);

/// No thread of the block can go on, and none spins: they wait for each other in different places.
void report_blocked(const Block& block);

/// All threads of the resident blocks wait or spin, and nothing changes any more. So many blocks have
/// not started, since they have to wait for a place.
void report_deadlock(const std::vector<Block*>& resident, unsigned long long not_started);

/// Threads of these blocks go round in a loop in which something happens that nobody waits for.
void report_livelock(const std::vector<Block*>& blocks);

/// The thread has spun until the value at `awaited.address` changed. Had the block that changed it
/// started when the waiting began? If not, only luck gave it a place.
void check_awaited_block(const Thread& thread, const LastLoad& awaited);

/// A warp operation completes without lanes that its mask names, for they have returned.
void report_returned_lanes(const Warp& warp, LaneMask returned, LaneMask lanes);
/// A shuffle gives the thread a value of a lane that takes no part in it.
void report_shuffle_from_outside(const Thread& thread, unsigned source);

} // namespace scanlab::sim
