/// \file
/// Barriers in shared memory whose phases end when enough threads have arrived and all announced bytes
/// of bulk copies have come: PTX's mbarrier.
#pragma once

#include "machine/threads/threads.hpp"

#include <cstdint>
#include <string>

namespace scanlab::sim {

struct BulkCopy;

/// The barrier at the address; stops the kernel if nobody has initialized one there.
Mbarrier& find_mbarrier(const Thread& thread, const void* address, const void* pc);

/// So many arrivals of the running thread, which announce so many bytes.
void arrive_at(std::uintptr_t address, Mbarrier& barrier, unsigned count, unsigned bytes = 0);
/// The running thread sleeps until the phase ends.
void sleep_until_phase_ends(std::uintptr_t address, const Mbarrier& barrier, const void* pc);

/// So many bytes have come of a bulk copy that completes on the barrier.
void complete_bytes(Block& block, std::uintptr_t address, long long bytes, const BulkCopy& copy);

/// Barriers that have no memory, but a number, are found as if this were their address: at most 2^16,
/// where nothing lies.
bool is_number_of_barrier(std::uintptr_t address);
/// The thread returns: barriers that its warp has come to do not wait for it.
void leave_numbered_barriers(const Thread& thread);
/// How often the block's tiles of several warps have met, each size's tile that has most.
int barriers_of_tiles(const Block& block);
/// "barrier 1, to which 32 more threads have to come"
std::string numbered_barrier_awaited(std::uintptr_t number, const Mbarrier& barrier);

/// "phase 2 of the mbarrier full[1], which lacks 1 arrival and 512 bytes"
std::string what_is_awaited(const Thread& thread);

} // namespace scanlab::sim
