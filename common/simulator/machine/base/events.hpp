/// \file
/// What the machine announces to those who watch it. It does not know who they are: watch/watchers.cpp
/// lists them.
#pragma once

#include "scanlab_sim/core.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace scanlab::sim {

struct Block;
struct AsyncCopy;
struct BulkCopy;
struct LastLoad;
struct Mbarrier;
struct Rendezvous;
struct Thread;
struct Warp;
struct WatchedLaunch;
namespace memory {
struct Range;
}
namespace platform {
class WorkingCopy;
}

/// Plain accesses race with everything. Atomic and volatile ones do not race with each other, if their
/// scopes include both threads; but lanes of one warp that talk by volatile accesses to shared memory,
/// as they did when warps ran in lockstep, do.
enum class Strength : std::uint32_t {
    plain,
    is_volatile,
    atomic_in_thread,
    atomic_in_block,
    atomic_in_device,
    atomic_in_system
};
constexpr Strength strength_of(Scope scope) {
    return scope == Scope::thread   ? Strength::atomic_in_thread
           : scope == Scope::block  ? Strength::atomic_in_block
           : scope == Scope::device ? Strength::atomic_in_device
                                    : Strength::atomic_in_system;
}
constexpr bool is_atomic(Strength strength) { return strength > Strength::is_volatile; }

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

/// Functions that are called when something happens; null: the watcher does not care. Those whose names
/// end in `_comes` may let other threads run first.
struct Watcher {
    void (*launch_begins)(const Launch&) = nullptr;
    /// The current work, a launch, goes on after other work has.
    void (*launch_resumes)() = nullptr;
    /// Whether or not it was abandoned.
    void (*launch_ends)() = nullptr;
    /// The running thread launches a grid, to begin after its own one has ended; `is_tail`: and after
    /// all others that that has launched.
    void (*child_launched)(Thread&, bool is_tail, WatchedLaunch&) = nullptr;

    /// What is left of the launch could be divided: machine/threads/split_launch.hpp. False: the
    /// watcher has to see all of it. Those who would miss something, and do not listen here, have to
    /// see it, too.
    bool (*halves_come)() = nullptr;
    /// In a copy of the process: its half has run.
    void (*half_ends)() = nullptr;
    /// What the copies know is to be taken over; false, and nothing is: the launch has to run as a
    /// whole.
    bool (*halves_end)(const platform::WorkingCopy& first,
                       const platform::WorkingCopy& second) = nullptr;

    /// A place for blocks: many will run there one after the other.
    void (*block_made)(Block&) = nullptr;
    void (*block_starts)(Block&) = nullptr;
    /// The running thread lets others run.
    void (*thread_pauses)() = nullptr;
    /// Its warp knows it already.
    void (*thread_returns)(Thread&) = nullptr;

    /// `__syncthreads()` at `waits_at`: the thread does not wait yet.
    void (*barrier_comes)(Thread&) = nullptr;
    void (*barrier_opens)(Block&) = nullptr;
    void (*grid_barrier_opens)(const std::vector<Block*>&) = nullptr;
    /// All threads of these blocks wait there that have not returned, but a block, or its thread 0,
    /// has.
    void (*grid_barrier_is_stuck)(const std::vector<Block*>&) = nullptr;
    /// No thread can go on, and none spins.
    void (*block_is_stuck)(const Block&) = nullptr;
    /// All threads of these blocks wait or spin, and nothing changes any more.
    void (*grid_is_stuck)(const std::vector<Block*>&, unsigned long long not_started) = nullptr;

    /// No thread has returned for long: `now.news` is to be counted; or need not be any more.
    void (*livelock_suspected)(bool) = nullptr;
    /// All threads of these blocks wait or go round in circles, though something changes.
    void (*grid_goes_round)(const std::vector<Block*>&) = nullptr;

    /// A warp collective at `waits_at`, to which the thread brings a value; it does not wait yet.
    void (*collective_comes)(Thread&, Collective, std::uint64_t value) = nullptr;
    /// All lanes that are waited for are there.
    void (*collective_begins)(Warp&, const Rendezvous&) = nullptr;
    /// A lane gets its result: the value of a lane, or, if `from` is negative, one made of all values.
    void (*lane_receives)(Thread&, Collective, int from, std::uint64_t value) = nullptr;
    /// A lane is to get the value of one that takes no part.
    void (*shuffle_from_outside)(const Thread&, unsigned source) = nullptr;
    void (*collective_ends)(const Warp&) = nullptr;

    /// An access of global or shared memory that is not atomic.
    void (*access_comes)(Thread&, const MemoryAccess&) = nullptr;
    /// Any access that is not atomic, before which no other thread will run.
    void (*access)(Thread&, const MemoryAccess&) = nullptr;
    /// What the thread has just read must not be written by anybody in this launch.
    void (*read_only_load)(const Thread&, const MemoryAccess&) = nullptr;
    /// A collective of a library begins to write this, or has read it. It need not really do so, and
    /// what its threads do there is ordered among them.
    void (*storage_used)(const Thread&, const MemoryAccess&) = nullptr;
    void (*atomic_comes)(Thread&, const AtomicAccess&) = nullptr;
    /// A watcher that knows of no memory there changes `place`, where it is done.
    void (*atomic)(Thread&, const AtomicAccess&, void*& place) = nullptr;
    void (*atomic_stored)(Thread&, const volatile void* address, MemoryOrder, Scope, Left) = nullptr;
    void (*fence)(Thread&, MemoryOrder, Scope) = nullptr;
    /// It knows all that its launch was not to wait for.
    void (*earlier_work_awaited)(Thread&) = nullptr;
    /// The value has changed that the thread spun on.
    void (*wait_ended)(const Thread&, const LastLoad&) = nullptr;
    /// The kernel that runs prints, for the first time since another launch has.
    void (*kernel_prints)() = nullptr;

    void (*mbarrier_initializes)(const void* address, const void* pc) = nullptr;
    void (*mbarrier_initialized)(const Thread&, Mbarrier&, const void* pc) = nullptr;
    void (*mbarrier_accessed)(const void* address, AtomicKind, const void* pc) = nullptr;
    void (*mbarrier_arrived)(Thread&, Mbarrier&) = nullptr;
    void (*mbarrier_phase_ends)(const Block&, Mbarrier&) = nullptr;
    /// The thread knows that a phase has ended.
    void (*mbarrier_passed)(Thread&, Mbarrier&) = nullptr;
    /// The thread shows a value of so many bytes to its tile of several warps.
    void (*value_shown)(Thread&, std::size_t bytes, const void* pc) = nullptr;

    void (*copy_starts)(Thread&, BulkCopy&, const Mbarrier*) = nullptr;
    /// All bytes of a copy have come that completes on a barrier.
    void (*copy_arrives)(const Block&, Mbarrier&, const BulkCopy&) = nullptr;
    void (*copy_awaited)(Thread&, BulkCopy&, bool only_reads) = nullptr;
    /// Its block ends, and no thread has waited until it has written.
    void (*copy_abandoned)(const BulkCopy&) = nullptr;
    /// All copies of a block whose threads have returned have ended.
    void (*copies_end)(Block&) = nullptr;
    void (*copy_fence)(Thread&) = nullptr;
    void (*async_copy_starts)(Thread&, AsyncCopy&) = nullptr;
    /// Some thread has waited for its end.
    void (*async_copy_known)(const AsyncCopy&) = nullptr;

    /// Device memory will lie there; a watcher that cannot follow clears `suits_all`.
    void (*memory_reserved)(const memory::Range&, bool& suits_all) = nullptr;
    void (*memory_allocated)(std::uintptr_t begin, std::size_t bytes) = nullptr;
    void (*memory_freed)(std::uintptr_t begin, std::size_t bytes) = nullptr;
    void (*host_fills)(const void* begin, std::size_t bytes) = nullptr;
    /// One piece of memory is about to be copied to memory of the host.
    void (*host_gets)(const void* from, std::size_t bytes) = nullptr;
    void (*host_copies)(const void* to, const void* from, std::size_t bytes) = nullptr;

    /// The current work (streams.hpp), which is no launch, reads or writes memory, at the call that
    /// runs.
    void (*work_accesses)(const void* begin, std::size_t bytes, bool is_write) = nullptr;
    /// The current work frees the memory.
    void (*work_frees)(const void* begin, std::size_t bytes) = nullptr;
    /// The host's own atomic access of memory that kernels reach.
    void (*host_atomic)(const AtomicAccess&) = nullptr;
    void (*host_frees)(const void* begin, const void* pc) = nullptr;
    /// A function of the C library, called there, reads or writes memory that kernels may reach.
    void (*host_touches)(const void* begin, std::size_t bytes, bool is_write, const void* site,
                         const void* frame) = nullptr;
    /// The current work is a function of the host, which will get this pointer.
    void (*host_function_gets)(const void* data) = nullptr;
    /// The host is about to wait for work.
    void (*host_waits)() = nullptr;

    /// The program ends with this code of its own, not 0, and there is no error that explains it; a
    /// watcher that reports why sets `is_explained`.
    void (*program_failed)(int code, bool& is_explained) = nullptr;
    /// All findings are known.
    void (*program_ends)() = nullptr;
};

/// Whether the host's accesses of memory are observed.
inline bool host_is_observed = false;

/// Whether the launch that runs is one whose accesses nobody wants to be observed, in a program that
/// is.
inline bool kernel_is_unobserved = false;
/// Whether the user has named launches to be checked, and there was none: that the program has nothing
/// wrong is not to be believed.
inline bool nothing_was_checked = false;

/// All watchers, in the order in which they get to know.
extern const Watcher* const watchers[];
/// Which of them are active: bit i stands for watchers[i]. At first, all are.
extern unsigned active_watchers;
/// Makes one active until the next launch, when all are again, or not.
void activate(const Watcher& watcher, bool active);
void activate_all();

/// The watchers to be called at an event; found out when it first happens after others have become
/// active.
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

/// Whether some watcher will be called. (is_heard() may say so before the event has happened first.)
template <auto EVENT>
bool has_listeners() {
    if (listeners<EVENT> == unknown_listeners) find_listeners<EVENT>();
    return is_heard<EVENT>();
}

/// Apart from the rest, since most events are heard by nobody. (The parameters are those of the event:
/// a reference to what the caller has on its stack would keep it from ending with a jump: see
/// fiber_x86_64.cpp.)
template <auto EVENT, class... Parameters>
[[gnu::noinline]] void call_listeners(void (*Watcher::*)(Parameters...),
                                      std::type_identity_t<Parameters>... arguments) {
    if (listeners<EVENT> == unknown_listeners) find_listeners<EVENT>();
    for (unsigned rest = listeners<EVENT>; rest != 0; rest &= rest - 1)
        (watchers[std::countr_zero(rest)]->*EVENT)(arguments...);
}

template <auto EVENT, class... Arguments>
inline void announce(Arguments&&... arguments) {
    if (is_heard<EVENT>()) [[unlikely]]
        call_listeners<EVENT>(EVENT, arguments...);
}

} // namespace scanlab::sim
