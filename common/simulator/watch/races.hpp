/// \file
/// The race detector: two accesses to the same bytes, at least one of them a write, that nothing
/// orders.
#pragma once

#include "machine/events.hpp"
#include "machine/scheduler.hpp"
#include "platform/platform.hpp"
#include "shadow.hpp"
#include "words/findings.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace scanlab::sim {

/// "writes", "atomically reads"
std::string verb(bool is_write, Strength strength);

/// One access by the running thread.
struct Access {
    const Thread& thread;
    const void* pc; ///< where its call of the observer returns to
    std::uintptr_t address;
    std::size_t bytes;
    bool is_write;
    Strength strength;
    bool is_shared;
    Epoch ordered_below; ///< epochs below this are surely ordered before it
};

/// What a history remembers of an access besides its epoch: where, how, and by which lane.
std::uint32_t remembered(const void* pc, unsigned lane, Strength strength);
const void* pc_in(std::uint32_t remembered);

/// The history of the word at this address of the block's shared memory.
inline shadow::Word* shared_word(const Block& block, std::uintptr_t address) {
    return block.watched.words + (address - block.shared_begin) / shadow::word_bytes;
}
/// The history of the word at the address; null if no kernel can reach it.
shadow::Word* history_of(std::uintptr_t address, const Block& block);

/// Checks the access against those remembered for its words, remembers it, and reports a race.
/// `word` is the history of the first word. Returns whether some byte had been written in an epoch from
/// `since` on.
bool observe_access(const Access& access, shadow::Word* word, Epoch since);

/// A bulk copy reads what others have written before: has all of that been fenced for copies?
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
void excuse_read_before(const Thread& thread, const volatile void* address);

/// A read of memory that nobody has written yet. If it also races with the write that comes too late,
/// the race is the cause, and the only thing to tell.
void suspect_uninitialized(const Access& access, const Finding& finding);
/// Whether some read at that place is suspect already; counts one more.
bool is_suspect_again(const Access& access);

/// At the end of a launch: tells what only then is sure to be wrong.
void report_suspects();

/// Two plain writes of the same value are no race. Whether the values are the same shows only after the
/// second write: this looks, before anything else happens.
void settle_write();
extern bool write_to_settle;

// --- implementation ---------------------------------------------------------------------------------

namespace remembering {
// A place in the program takes 25 bits: 32 MiB of code.
constexpr unsigned lane_shift = 25, strength_shift = 30;
constexpr std::uint32_t pc_mask = (1u << lane_shift) - 1;
} // namespace remembering

inline std::uint32_t remembered(const void* pc, unsigned lane, Strength strength) {
    const auto offset =
        static_cast<std::uint32_t>(static_cast<const char*>(pc) - platform::image_begin());
    return (offset & remembering::pc_mask) | lane << remembering::lane_shift |
           static_cast<std::uint32_t>(strength) << remembering::strength_shift;
}
inline const void* pc_in(std::uint32_t remembered) {
    return platform::image_begin() + (remembered & remembering::pc_mask);
}

} // namespace scanlab::sim
