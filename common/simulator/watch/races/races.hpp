/// \file
/// The race detector: two accesses to the same bytes, at least one of them a write, that nothing
/// orders.
#pragma once

#include "findings/findings.hpp"
#include "machine/base/events.hpp"
#include "machine/threads/scheduler.hpp"
#include "watch/races/access.hpp"
#include "watch/races/happens_before.hpp"
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

/// Remembers a read of a word that is not ordered after all of its earlier reads.
void remember_read_beside_others(const Access& access, shadow::Word& word, Epoch epoch);

/// Checks the access against those remembered for its words, remembers it, and reports a race.
/// `word` is the history of the first word. Returns whether some byte had been written in an epoch from
/// `since` on.
bool observe_access(Access& access, shadow::Word* word, Epoch since);

/// A collective takes this part of its storage in shared memory, as if it read and wrote there, or has
/// read it, which is remembered: what its own threads do there is ordered.
void observe_use_of_storage(const Access& use);

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

/// Whether the history of a word of global memory tells all that a plain access of it may have done
/// wrong. (Not if some memory was loaded as read-only, or if some reads may have been guesses.)
extern bool histories_say_all;

// --- implementation ---------------------------------------------------------------------------------

/// The history of an aligned word of shared memory that this block has written, but not since its last
/// barrier: nearly all accesses are of such ones. Null if it is none.
inline shadow::Word* word_written_before_barrier(const Block& block, std::uintptr_t address) {
    if (!block.has_shared(address) || address % shadow::word_bytes != 0 || write_to_settle)
        return nullptr;
    shadow::Word* const w = shared_word(block, address);
    const bool is_written =
        w->write.epoch < block.watched.ordered_below && w->write.epoch >= block.watched.first_epoch;
    return is_written ? w : nullptr;
}

/// A plain access of such a word, which every other access to it since then is ordered with. Remembers
/// it, or returns false.
template <bool WRITE>
inline bool is_harmless_in_shared(Thread& thread, std::uintptr_t address, const void* pc) {
    const Warp& warp = *thread.warp;
    const Block& block = *warp.block;
    shadow::Word* const word = word_written_before_barrier(block, address);
    if (!word) return false;
    shadow::Word& w = *word;
    const Epoch epoch = warp.watched.epoch[thread.lane];
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

/// A plain read of such a word, in the variable that it is meant for, which others have read since the
/// barrier. Remembers it, or returns false.
inline bool is_read_beside_others_in_shared(Thread& thread, std::uintptr_t address, const void* pc) {
    const Block& block = *thread.warp->block;
    shadow::Word* const word = word_written_before_barrier(block, address);
    const Epoch below = block.watched.ordered_below;
    if (!word || word->read.epoch < below || !histories_say_all) return false;
    remember_read_beside_others(
        {thread, pc, address, shadow::word_bytes, false, Strength::plain, true, below}, *word,
        thread.warp->watched.epoch[thread.lane]);
    return true;
}

/// The same of an access of global memory, to which every earlier write is ordered before it, and if it
/// is a write every earlier read, too. The word has a value, and lies where the access may be.
template <bool WRITE>
inline bool is_harmless_in_global(Thread& thread, std::uintptr_t address, const void* pc) {
    shadow::Word& w = *shadow::device_word(address);
    const Epoch below =
        order::all_ordered_below; // a word whose bytes have their own histories has the largest epoch
    if (w.write.epoch >= below || write_to_settle || !histories_say_all) return false;
    const Epoch epoch = thread.warp->watched.epoch[thread.lane];
    if (w.read.epoch >= below) {
        if (WRITE) return false;
        remember_read_beside_others(
            {thread, pc, address, shadow::word_bytes, false, Strength::plain, false, below}, w, epoch);
        return true;
    }
    if (w.has_several_readers()) shadow::forget_readers(w);
    if (WRITE) {
        w = {{epoch, remembered(pc, thread.lane)}, {}};
        shadow::mark_written(address, shadow::word_bytes);
        note_activity();
    } else {
        w.read = {epoch, remembered(pc, thread.lane)};
    }
    return true;
}

} // namespace scanlab::sim
