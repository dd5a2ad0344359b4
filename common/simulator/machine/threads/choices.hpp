/// \file
/// The order of threads where it can make a difference: `--all-orders` tries each one in a run of its
/// own, `--choices` repeats one.
///
/// Threads switch only before operations that others can notice: atomic and volatile accesses, and
/// those on mbarriers. All others have then gone on as far as they can, so that nothing else is left to
/// choose. common/simulator/tools/explore/order_tree.hpp says which choices have to be tried.
#pragma once

#include "scanlab_sim/choices.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace scanlab::sim::choices {

/// Whether threads run by choices, instead of by a schedule.
extern const bool on;

void begin_launch();
void end_launch();

/// The process waits until it is chosen. What it would read lies at `value`; `pc`: where.
void offer(std::uint64_t process, const Operation& operation, const volatile void* value,
           const void* pc);
/// The process that goes on; none if all threads wait for what does not happen.
std::optional<std::uint64_t> next();
/// One of the blocks that have not started gets a place; `process` is what the first block is called.
std::uint64_t next_block(std::span<const std::uint64_t> waiting, std::uint64_t process);

/// Whether the process that was chosen last goes on only since no other one can.
bool is_last_resort();
/// How many processes wait for something to happen.
std::size_t waiting();
/// Nothing happens any more: what was done as a last resort since then made no difference.
void give_up();

// What the process does that was chosen last.
void looked();
/// What it accesses has no memory, and reads as zeros.
void goes_astray();
void stored();
void ended_phase();

/// These have met at a barrier: what any of them has done lies before what any of them will do. Groups
/// that meet repeatedly have a number.
void met(std::uint64_t group, std::span<const std::uint64_t> processes);
/// Memory has been written that may outlive the launch.
void wrote(std::uintptr_t address, std::size_t bytes);

} // namespace scanlab::sim::choices
