/// \file
/// The race detector: two accesses to the same bytes, at least one of them a write, that nothing
/// orders.
#pragma once

#include "scheduler.hpp"
#include "shadow.hpp"
#include "sites.hpp"

#include <cstddef>
#include <cstdint>

namespace scanlab::sim {

/// Plain accesses race with everything. Atomic and volatile ones do not race with each other, if their
/// scopes include both threads; but lanes of one warp that talk by volatile accesses, as they did when
/// warps ran in lockstep, do.
enum class Strength : std::uint32_t { plain, is_volatile, atomic_in_block, atomic_in_device };

/// One access by the running thread, as the race detector sees it.
struct Access {
    Thread* thread;
    Site* site;
    std::uintptr_t address;
    std::size_t bytes;
    Strength strength;
    bool is_shared;
    Epoch ordered_below; ///< epochs below this are surely ordered before it
};

/// Checks the access against those remembered for its words, remembers it, and reports a race.
/// `word` is the history of the first word. Returns whether some byte was written in an epoch from
/// `since` on.
bool observe_read(const Access& access, shadow::Word* word, Epoch since);
void observe_write(const Access& access, shadow::Word* word);

/// Two plain writes of the same value are no race. Whether the values are the same shows only after the
/// second write: this looks, before anything else happens.
void settle_write();
extern bool write_to_settle;

/// Who wrote the byte at the address last; none in this launch: living block numbers are meaningless.
struct LastWriter {
    Epoch epoch = 0;
    std::uint32_t site = 0;
};
LastWriter last_writer(const shadow::Word& word);

} // namespace scanlab::sim
