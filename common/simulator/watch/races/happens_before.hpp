/// \file
/// Which accesses of a launch are ordered, whatever order this run happened to take.
///
/// An epoch is a stretch of a warp's life without synchronisation, and names the warp that lived it.
/// Epochs are numbered as they begin, so that most orders are one comparison: everything below
/// `WatchedBlock::ordered_below` lies before the block's last barrier, if the block did it. What
/// threads learn by release and acquire is a graph: a release remembers what its thread knew, an
/// acquire adds that.
///
/// Lamport, "Time, Clocks, and the Ordering of Events in a Distributed System", CACM 1978; for GPUs
/// Eizenberg et al., "BARRACUDA", PLDI 2017, and Kamath and Basu, "iGUARD", SOSP 2021.
#pragma once

#include "machine/base/watched.hpp"
#include "scanlab_sim/core.hpp"

#include <cstdint>

namespace scanlab::sim {

struct Block;
struct Thread;
struct Warp;
struct Work;

namespace order {

/// Allocated for a warp when first one of its lanes synchronises otherwise than with all.
struct WarpKnowledge {
    Learned lanes[32];
    Epoch known[32][32]; ///< [a][b]: lane a knows what lane b did up to this epoch
};

/// Who lived an epoch.
struct Living {
    std::uint32_t block;   ///< its WatchedBlock::number
    std::uint32_t warp;    ///< in the block
    std::uint32_t started; ///< how many blocks had started before this one
};
const Living& living(Epoch epoch);
/// The thread of one of its lanes, by the number that process() gives a thread
/// (machine/threads/scheduler.hpp).
std::uint64_t process(Epoch epoch, unsigned lane);

// --- work of the host's: launches, copies, and what the host does itself

/// It begins, and has so many blocks: one if it is no launch.
void begin_work(const Work& work, std::uint64_t blocks);
/// The thread launches a grid, which comes after what the thread knows; `is_tail`: and after the
/// thread's own grid.
void launch_child(Thread& thread, bool is_tail, WatchedLaunch& child);
/// It goes on, after other work has.
void resume_work(const Work& work);
/// The thread knows what came before its launch, which has begun early.
void await_earlier_work(Thread& thread);
/// A block of the work that began or went on last.
void begin_block(Block& block);
/// The work that the epoch belongs to, and its block's linear number in the grid.
const Work& work_of(Epoch epoch);
const Work& work_of(const Thread& thread);
std::uint32_t block_in_grid(Epoch epoch);
/// Whether both ran on one device, or one of them is the host's.
bool on_one_device(Epoch epoch, const Thread& thread);
bool is_of_same_work(Epoch epoch, const Thread& thread);
/// What the thread that stands for the host has acquired, the host knows from now on.
void host_acquires(const Thread& host);

/// All threads of the block know what all did.
void block_barrier(Block& block);
/// All threads of all blocks of the running launch do, as soon as block_barrier() has been called for
/// every block, too.
void grid_barrier();
/// The lanes know what they all did.
void warp_sync(Warp& warp, LaneMask lanes);

/// Whether an access of this order does by itself.
bool releases(MemoryOrder order);
void fence(Thread& thread, MemoryOrder order, Scope scope);
/// A strong read of the address: takes what the order allows of what was released there.
void strong_read(Thread& thread, std::uintptr_t address, MemoryOrder order, Scope scope);
/// A strong write: publishes at the address what the thread releases. A read-modify-write goes on with
/// what others released there before.
void strong_write(Thread& thread, std::uintptr_t address, MemoryOrder order, Scope scope,
                  bool modifies);

// --- barriers in shared memory, whose phases gather what those who arrive know

/// Adds what the thread knows, which it releases, to what others have gathered (null: nobody yet).
Knowledge* gather(Knowledge* gathered, Thread& thread);
/// Adds what is known of something else.
Knowledge* gather(Knowledge* gathered, const Block& block, Knowledge* other);
Knowledge* unite(Knowledge* a, Knowledge* b);
/// The thread knows this from now on.
void acquire(Thread& thread, Knowledge* knowledge);

// --- bulk copies, which go on by themselves: no barrier orders what they do, only waiting for them

/// An epoch for what a copy does that the thread starts now.
Epoch begin_copy(const Thread& thread, bool is_bulk = true);
bool is_bulk_copy(Epoch copy);
/// What is known by whoever has waited for that.
Knowledge* end_of_copy(Epoch copy);
/// Copies have the largest numbers of all epochs.
constexpr Epoch first_of_copies = 0xF0000000u;
inline bool is_copy(Epoch epoch) { return epoch >= first_of_copies; }

/// `fence.proxy.async`: copies see what the thread knows of now, if they start after it.
void fence_for_copies(Thread& thread);
/// Whether a copy that the thread starts now sees what these lanes did in the epoch, which is ordered
/// before it.
bool fenced_for_copies(Epoch epoch, LaneMask lanes, const Thread& thread);

/// Whether what these lanes did in the epoch is ordered before what the thread does now.
bool ordered(Epoch epoch, LaneMask lanes, const Thread& thread);
/// The same if what CUDA's own updates read does not count as acquired (MemoryOrder::legacy).
bool ordered_by_acquires(Epoch epoch, LaneMask lanes, const Thread& thread);
/// Whether it would be, had the thread fenced after its strong reads.
bool would_be_ordered_by_fence(Epoch epoch, LaneMask lanes, const Thread& thread);
/// Whether it would be, had every release and acquire as wide a scope as can be: costs little if all
/// have had.
bool would_be_ordered_by_wider_scope(Epoch epoch, LaneMask lanes, const Thread& thread);
/// Whether the thread has acquired something that this lane released which lived in the epoch.
bool has_learned_from(Epoch epoch, unsigned lane, const Thread& thread);

/// A strong write as it may be a flag for others.
struct Store {
    std::uint64_t number = 0; ///< of all strong writes of the launch
    bool releases = false;    ///< by itself, or as the first strong write after a fence
};
/// The last strong write to the address; number 0: none in this launch.
Store last_store(std::uintptr_t address);
/// Whether the thread's next strong write would release.
bool has_new_fence(const Thread& thread);

/// Tells epochs that have begun before it from others.
struct Moment {
    Epoch next_epoch = 0, next_copy = 0;
    bool is_before(Epoch epoch) const { return epoch >= (is_copy(epoch) ? next_copy : next_epoch); }
};
Moment now();

/// Epochs below this lie before all that the running work does from now on.
extern Epoch all_ordered_below;
/// Epochs below this lie before the launch.
extern Epoch launch_begins_at;

} // namespace order
} // namespace scanlab::sim
