/// \file
/// The race detector: two accesses to the same bytes, at least one of them a write, that nothing
/// orders.
#pragma once

#include "findings/findings.hpp"
#include "machine/base/events.hpp"
#include "machine/threads/scheduler.hpp"
#include "watch/races/access.hpp"
#include "watch/races/shadow.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace scanlab::sim {

/// The history of the word at this address of the block's shared memory.
inline shadow::Word* shared_word(const Block& block, std::uintptr_t address) {
    return block.watched.words + (address - block.shared_begin) / shadow::word_bytes;
}
/// The copy is known to have ended: what it has written counts as written by its thread when that
/// started it.
void take_over_copy(const AsyncCopy& copy);

/// The history of the word at the address; null if no kernel can reach it.
shadow::Word* history_of(std::uintptr_t address, const Block& block);

/// Checks the access against those remembered for its words, remembers it, and reports a race.
/// `word` is the history of the first word. Returns whether some byte had been written in an epoch from
/// `since` on.
bool observe_access(Access& access, shadow::Word* word, Epoch since);

/// A bulk copy reads what others have written before, or writes where they have read or written: has
/// all of that been fenced for copies?
void check_fenced(const Access& access);
/// The same for a single write, of the mbarrier that the copy completes on.
void check_fenced(const Access& access, Epoch written_in, unsigned lane, const void* written_at);

/// Shared memory may be written or read by a bulk copy when its block has ended: nobody has waited for
/// it.
void report_abandoned_copy(const void* pc, const Thread& thread, bool loads);

/// The block's place is free for another, whose history what bulk copies did there is none of.
void forget_copies(Block& block);

/// The thread compares and exchanges what is at the address. If it has read it plainly just before,
/// then only to guess what it will find: that is no race, as in the Programming Guide's atomicAdd() of
/// doubles.
void excuse_read_before(const Thread& thread, std::uintptr_t address, std::size_t bytes);

/// The thread has just read this by a way that sees no write of the launch, such as __ldg(): no thread
/// may write it, before or after, whatever orders the two.
void observe_read_only_load(const Thread& thread, const MemoryAccess& load);

/// What all accesses of this atomic one's place have in common.
void note_nature(const AtomicAccess& access);

/// A read of memory that nobody has written yet. If it also races with the write that comes too late,
/// the race is the cause, and the only thing to tell. What comes of it may have been stored in shared
/// memory and been read there again, at a place that is null if it was not: the same holds for that
/// read.
void suspect_uninitialized(const Access& access, const void* read_again_at, const Finding& finding);
/// Whether some read at that place is suspect already; counts one more.
bool is_suspect_again(const Access& access);

void begin_launch();
/// At the end of a launch: tells what only then is sure to be wrong.
void report_suspects();
/// The host's next access comes, or nothing does: what it has read before was no guess, unless it
/// checks that word now.
void settle_guess_of_host(std::uintptr_t checked_word = 0);

/// Whether something is in question that may turn out to be a finding, or none, later in the launch.
bool has_suspects();

/// Two plain writes of the same value are no race. Whether the values are the same shows only after the
/// second write: this looks, before anything else happens.
void settle_write();
extern bool write_to_settle;

// --- implementation ---------------------------------------------------------------------------------

/// An aligned plain access of one word of shared memory that this block has touched before, and that
/// every other access to it since then is ordered with: nearly all are such. Remembers it, or returns
/// false.
template <bool WRITE>
inline bool is_harmless_in_shared(Thread& thread, std::uintptr_t address, const void* pc) {
    const Warp& warp = *thread.warp;
    const Block& block = *warp.block;
    if (!block.has_shared(address) || address % 4 != 0) return false;
    shadow::Word& w = *shared_word(block, address);
    const Epoch epoch = warp.watched.epoch[thread.lane];
    const bool written_before_barrier =
        w.write.epoch < block.watched.ordered_below && w.write.epoch >= block.watched.first_epoch;
    if (!written_before_barrier || write_to_settle) return false;

    const bool is_read_before_barrier = w.read.epoch < block.watched.ordered_below;
    if (w.has_several_readers()) {
        if (!is_read_before_barrier) return false;
        shadow::forget_readers(w);
    }
    if (WRITE) {
        const bool only_own_read =
            w.read.epoch == epoch && shadow::lane_in(w.read.access()) == thread.lane;
        if (!is_read_before_barrier && !only_own_read) return false;
        w = {{epoch, remembered(pc, thread.lane)}, {}};
        note_activity();
        return true;
    }
    if (!is_read_before_barrier) return false;
    w.read = {epoch, remembered(pc, thread.lane)};
    return true;
}

} // namespace scanlab::sim
