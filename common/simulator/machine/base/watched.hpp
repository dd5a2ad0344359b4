/// \file
/// What watchers keep with the machine's things, so that they find it at once. The machine does not
/// look at it.
#pragma once

#include "machine/base/stack_objects.hpp"

#include <array>
#include <cstdint>
#include <memory>

namespace scanlab::sim {

using LaneMask = std::uint32_t;

struct WarpTrace; ///< what counters.cpp has noted of a warp
namespace shadow {
struct Word; ///< the history of a word of memory
}

/// Number of an epoch: the time of a warp, or of some of its lanes, between two synchronisations. Later
/// epochs have larger numbers, over all warps; 0 is before the first. See happens_before.hpp.
using Epoch = std::uint32_t;

namespace order {

/// What some thread knew when it released, or several such: see happens_before.cpp.
struct Knowledge;
struct WarpKnowledge;
struct ForgetWarpKnowledge {
    void operator()(WarpKnowledge*) const;
};

/// What a thread, or a whole block since its last barrier, has learned or may pass on.
struct Learned {
    Knowledge* acquired = nullptr;
    /// What it would know besides if CUDA's own updates acquired (MemoryOrder::legacy).
    Knowledge* assumed = nullptr;
    /// What it knew at its last fence.proxy.async.
    Knowledge* fenced_for_copies = nullptr;
    /// What a strong write from now on passes on to those of its scope: the last fence.
    Knowledge *fenced_for_block = nullptr, *fenced_for_device = nullptr, *fenced_for_system = nullptr;
    /// What strong reads have seen and a fence would acquire: from this block, this device, and others.
    Knowledge *seen_in_block = nullptr, *seen_in_device = nullptr, *seen_in_system = nullptr;
    /// What it would know besides, and could acquire by a fence, were the scopes of all as wide as can
    /// be.
    Knowledge *withheld = nullptr, *seen_withheld = nullptr;
    bool fence_is_new = false; ///< no strong write has come after the last fence that releases
};

} // namespace order

struct WatchedWarp {
    std::array<Epoch, 32> epoch{};          ///< that each lane lives in
    Epoch ordered_below = 0;                ///< its epochs below this lie before all lanes met last
    Epoch stepped_from = 0, stepped_to = 0; ///< the last new epoch of a single lane
    std::unique_ptr<order::WarpKnowledge, order::ForgetWarpKnowledge> knowledge;
    WarpTrace* trace = nullptr;
    std::array<StackObjects, 32> objects; ///< of each lane
};

struct WatchedBlock {
    std::uint32_t number = 0; ///< among the blocks of all launches that may run at the same time
    Epoch first_epoch = 0;    ///< of this block
    Epoch ordered_below = 0;  ///< its epochs below this lie before its last barrier
    const void* last_barrier = nullptr; ///< where its threads waited then
    order::Learned learned;             ///< what all its threads know since then
    bool has_learned = false;           ///< some lane may know more
    shadow::Word* words = nullptr;      ///< of its shared memory
    long long read = 0, written = 0;    ///< bytes of global memory, if its launch is counted
};

/// What a launch by a kernel comes after; of others, as its stream says.
struct WatchedLaunch {
    order::Knowledge* known = nullptr; ///< by the thread that launched it
    std::uint32_t above = 0;           ///< the grid, as order:: numbers it, that it need not come after
    std::uint64_t remembered = 0;      ///< since when both are known
};

struct WatchedMbarrier {
    Epoch initialized_in = 0; ///< the initializing thread's epoch then, its lane, and where
    unsigned initialized_by = 0;
    const void* initialized_at = nullptr;
    order::Knowledge *gathered = nullptr, *of_last_phase = nullptr; ///< what those who arrived knew
    /// A copy of this phase; of the last, while no thread has waited for it.
    const void *copied_at = nullptr, *unawaited_copy = nullptr;
};

struct WatchedCopy {
    Epoch reads = 0, writes = 0; ///< the same if it completes on an mbarrier
    bool reads_awaited = false;  ///< its thread knows that it has read
    bool writes_awaited = false; ///< and that it has written
};

} // namespace scanlab::sim
