/// \file
/// Barriers in shared memory whose phases end when enough threads have arrived and all announced bytes
/// of bulk copies have come: PTX's mbarrier.
#pragma once

#include "watch/happens_before.hpp"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace scanlab::sim {

struct Block;
struct Thread;

struct Mbarrier {
    unsigned expected = 0; ///< arrivals a phase
    unsigned pending = 0;  ///< those that the current phase still lacks
    long long bytes = 0;   ///< announced and not come yet; below 0 if they came first
    std::uint64_t phase = 0;
    Epoch initialized_in = 0; ///< the initializing thread's epoch then, its lane, and where
    unsigned initialized_by = 0;
    const void* initialized_at = nullptr;
    order::Knowledge *gathered = nullptr, *of_last_phase = nullptr; ///< what those who arrived knew
    const void *copied_at = nullptr,
               *unawaited_copy =
                   nullptr; ///< a copy of this phase; of the last, while nobody has waited for it
};

/// Of a block, by address. (A type of our own: see SharedStorage.)
struct Mbarriers {
    std::unordered_map<std::uintptr_t, Mbarrier> by_address;
};

/// The barrier at the address; stops the kernel if nobody has initialized one there.
Mbarrier& find_mbarrier(const Thread& thread, const void* address, const void* pc);

/// A bulk copy of so many bytes, in the epoch `copy`, has come to its end.
void complete_bytes(Block& block, std::uintptr_t barrier, unsigned bytes, Epoch copy, const void* pc);

/// "phase 2 of the mbarrier full[1], which lacks 1 arrival and 512 bytes"
std::string what_is_awaited(const Thread& thread);

} // namespace scanlab::sim
