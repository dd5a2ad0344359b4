/// \file
/// For a run that takes long: a line that says which launch runs, how many of its blocks have ended,
/// and how many would take only a moment. First after as many seconds as the setting "progress" says,
/// then after twice as many, and so on.
#pragma once

#include <atomic>
#include <cstdint>

namespace scanlab::sim::progress_line {

/// Of the running launch, in this process and in copies of it.
extern std::atomic<std::uint64_t>* blocks_ended;
inline void note_end_of_block() { blocks_ended->fetch_add(1, std::memory_order_relaxed); }

void note_begin_of_launch();
/// It goes on from where so many blocks have ended: what others have done since does not count.
void go_back_to(std::uint64_t blocks);

/// The time by platform::seconds_run() at which the next line is due; infinite if none is wanted.
double due();
/// Prints the line if it is due.
void look(double seconds_run);

/// In a copy of the process: the first one talks.
void be_silent();

} // namespace scanlab::sim::progress_line
