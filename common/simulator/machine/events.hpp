/// \file
/// What the machine announces to those who watch it. It does not know who they are: watch/watchers.cpp
/// lists them.
#pragma once

#include "scanlab_sim/core.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scanlab::sim {

struct Block;
struct BulkCopy;
struct LastLoad;
struct Mbarrier;
struct Rendezvous;
struct Thread;
struct Warp;
namespace memory {
struct Range;
}

/// Plain accesses race with everything. Atomic and volatile ones do not race with each other, if their
/// scopes include both threads; but lanes of one warp that talk by volatile accesses, as they did when
/// warps ran in lockstep, do.
enum class Strength : std::uint32_t { plain, is_volatile, atomic_in_block, atomic_in_device };

/// An access of memory by a thread.
struct MemoryAccess {
    const void* pc; ///< where its call of the observer returns to
    std::uintptr_t address;
    std::size_t bytes;
    bool is_write;
    Strength strength;
};

/// An atomic one, by the running thread.
struct AtomicAccess {
    const void* pc;
    const volatile void* address;
    std::size_t bytes;
    AtomicKind kind;
    MemoryOrder order;
    Scope scope;
};

/// Functions that are called when something happens; null: the watcher does not care. Those whose names end in
/// `_comes` may let other threads run first.
struct Watcher {
    void (*launch_begins)(const Launch&) = nullptr;
    void (*launch_ends)() = nullptr; ///< whether or not it was abandoned
    void (*block_made)(Block&) = nullptr; ///< a place for blocks: many will run there one after the other
    void (*block_starts)(Block&) = nullptr;
    void (*thread_pauses)() = nullptr; ///< the running thread lets others run
    void (*thread_returns)(Thread&) = nullptr; ///< its warp knows it already

    void (*barrier_comes)(Thread&) = nullptr; ///< `__syncthreads()` at `waits_at`: the thread does not wait yet
    void (*barrier_opens)(Block&) = nullptr;
    void (*grid_barrier_opens)(const std::vector<Block*>&) = nullptr;
    void (*block_is_stuck)(const Block&) = nullptr; ///< no thread can go on, and none spins
    /// All threads of these blocks wait or spin, and nothing changes any more. So many blocks have not started.
    void (*grid_is_stuck)(const std::vector<Block*>&, unsigned long long not_started) = nullptr;

    /// A warp collective at `waits_at`, to which the thread brings a value; it does not wait yet.
    void (*collective_comes)(Thread&, Collective, std::uint64_t value) = nullptr;
    void (*collective_begins)(Warp&, const Rendezvous&) = nullptr; ///< all lanes that are waited for are there
    /// A lane gets its result: the value of a lane, or, if `from` is negative, one made of all lanes' values.
    void (*lane_receives)(Thread&, Collective, int from, std::uint64_t value) = nullptr;
    void (*shuffle_from_outside)(const Thread&, unsigned source) = nullptr; ///< of a lane that takes no part
    void (*collective_ends)(const Warp&) = nullptr;

    /// An access of global or shared memory that is not atomic.
    void (*access_comes)(Thread&, const MemoryAccess&) = nullptr;
    void (*access)(Thread&, const MemoryAccess&) = nullptr; ///< any that is not atomic, and no others will run first
    void (*atomic_comes)(Thread&, const AtomicAccess&) = nullptr;
    void (*atomic)(Thread&, const AtomicAccess&) = nullptr;
    void (*atomic_stored)(Thread&, const volatile void* address, MemoryOrder, Scope, bool modifies) = nullptr;
    void (*fence)(Thread&, MemoryOrder, Scope) = nullptr;
    void (*wait_ended)(const Thread&, const LastLoad&) = nullptr; ///< the value has changed that it spun on

    void (*mbarrier_initializes)(const void* address, const void* pc) = nullptr;
    void (*mbarrier_initialized)(const Thread&, Mbarrier&, const void* pc) = nullptr;
    void (*mbarrier_accessed)(const void* address, AtomicKind, const void* pc) = nullptr;
    void (*mbarrier_arrived)(Thread&, Mbarrier&) = nullptr;
    void (*mbarrier_phase_ends)(Mbarrier&) = nullptr;
    void (*mbarrier_passed)(Thread&, Mbarrier&) = nullptr; ///< the thread knows that a phase has ended

    void (*copy_starts)(Thread&, BulkCopy&, const Mbarrier*) = nullptr;
    void (*copy_arrives)(const Block&, Mbarrier&, const BulkCopy&) = nullptr; ///< all its bytes have come
    void (*copy_awaited)(Thread&, BulkCopy&, bool only_reads) = nullptr;
    void (*copy_abandoned)(const BulkCopy&) = nullptr; ///< its block ends, and it has not been seen to end
    void (*copies_end)(Block&) = nullptr; ///< all of a block whose threads have returned
    void (*copy_fence)(Thread&) = nullptr;

    /// Device memory will lie there; a watcher that cannot follow clears `suits_all`.
    void (*memory_reserved)(const memory::Range&, bool& suits_all) = nullptr;
    void (*memory_freed)(std::uintptr_t begin, std::size_t bytes) = nullptr;
    void (*host_fills)(const void* begin, std::size_t bytes) = nullptr;
    void (*host_copies)(const void* to, const void* from, std::size_t bytes) = nullptr;

    void (*program_ends)() = nullptr; ///< and all findings are known
};

/// All watchers, in the order in which they get to know.
extern const Watcher* const watchers[];
/// Which of them are active: bit i stands for watchers[i]. At first, all are.
extern unsigned active_watchers;
/// Makes one active until the next launch, when all are again, or not.
void activate(const Watcher& watcher, bool active);
void activate_all();

/// The watchers to be called at an event; found out when it first happens after others have become active.
template <auto EVENT>
constinit inline unsigned listeners = ~0u;
constexpr unsigned unknown_listeners = ~0u;
/// Notes them. They are unknown again when others become active.
void note_listeners(unsigned& listeners, unsigned found);

template <auto EVENT>
inline bool is_heard() {
    return listeners<EVENT> != 0;
}

template <auto EVENT>
void find_listeners() {
    unsigned found = 0;
    for (unsigned rest = active_watchers; rest != 0; rest &= rest - 1)
        if (watchers[std::countr_zero(rest)]->*EVENT) found |= rest & -rest;
    note_listeners(listeners<EVENT>, found);
}

/// Apart from the rest, since most events are heard by nobody.
template <auto EVENT, class... Arguments>
[[gnu::noinline, gnu::cold]] void call_listeners(Arguments&... arguments) {
    if (listeners<EVENT> == unknown_listeners) find_listeners<EVENT>();
    for (unsigned rest = listeners<EVENT>; rest != 0; rest &= rest - 1)
        (watchers[std::countr_zero(rest)]->*EVENT)(arguments...);
}

template <auto EVENT, class... Arguments>
inline void announce(Arguments&&... arguments) {
    if (is_heard<EVENT>()) [[unlikely]]
        call_listeners<EVENT>(arguments...);
}

} // namespace scanlab::sim
