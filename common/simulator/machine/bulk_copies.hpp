/// \file
/// Bulk copies between global and shared memory (cp.async.bulk): one thread starts them, and they go on
/// by themselves.
#pragma once

#include "scheduler.hpp"

namespace scanlab::sim::bulk {

/// Whether some copy of the block has not ended yet.
bool is_copying(const Block& block);
/// Time passes: some of the block's copies go on.
void go_on(Block& block);
/// The block's threads have returned: tells of copies that nobody has waited for, and ends them.
void end_block(Block& block);
/// All copies of the launch end, or are given up.
void end_launch(bool abandoned);

} // namespace scanlab::sim::bulk
