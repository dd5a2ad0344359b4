/// \file
/// Barriers in shared memory whose phases end when enough threads have arrived and all announced bytes
/// of bulk copies have come: PTX's mbarrier.
#pragma once

#include "watched.hpp"

#include <cstdint>
#include <string>

namespace scanlab::sim {

struct Block;
struct BulkCopy;
struct Thread;

struct Mbarrier {
    unsigned expected = 0; ///< arrivals a phase
    unsigned pending = 0;  ///< those that the current phase still lacks
    long long bytes = 0;   ///< announced and not come yet; below 0 if they came first
    std::uint64_t phase = 0;
    WatchedMbarrier watched{};
};

/// The barrier at the address; stops the kernel if nobody has initialized one there.
Mbarrier& find_mbarrier(const Thread& thread, const void* address, const void* pc);

/// A bulk copy that completes on a barrier has come to its end.
void complete_bytes(const BulkCopy& copy);

/// "phase 2 of the mbarrier full[1], which lacks 1 arrival and 512 bytes"
std::string what_is_awaited(const Thread& thread);

} // namespace scanlab::sim
