/// \file
/// The grid as the scheduler sees it: resident blocks, their warps, their threads.
#pragma once

#include "fiber.hpp"
#include "words/findings.hpp"
#include "watch/happens_before.hpp"
#include "mbarriers.hpp"
#include "scanlab_sim/core.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace scanlab::sim {

struct Block;
struct Warp;
struct WarpTrace;

/// Kept to one cache line, for switching between threads is mostly waiting for the cache.
struct alignas(64) Thread : Fiber {
    Warp* warp = nullptr;
    StackPool::Stack stack{};
    uint3 index{};
    std::uint32_t lane = 0;
    const void* waits_at = nullptr; ///< call site, while it is blocked

    LaneMask bit() const { return LaneMask{1} << lane; }
};

static_assert(sizeof(Thread) == 64);

/// What an atomic or volatile load returned, to notice that a thread spins.
struct LastLoad {
    const volatile void* address = nullptr;
    std::uint64_t value = 0;
    const void* pc = nullptr;
    bool spins = false;               ///< it returned the same as the load before
    std::uint32_t blocks_started = 0; ///< when it began to spin
};

/// A warp collective that some lanes have reached and others not yet.
struct Rendezvous {
    Collective operation;
    LaneMask mask = 0;    ///< who takes part
    LaneMask arrived = 0; ///< who is here; 0 marks an unused entry
    unsigned width = 32;
    std::array<std::uint64_t, 32> values;
    std::array<unsigned, 32> parameters;
};

struct Warp {
    Block* block = nullptr;
    unsigned first_thread = 0; ///< linear index in the block of lane 0
    // Each lane is in exactly one of these.
    LaneMask existing = 0; ///< the block may end in the middle of its last warp
    LaneMask ready = 0, yielded = 0, at_barrier = 0, at_grid_barrier = 0, in_collective = 0,
             at_active_mask = 0, at_mbarrier = 0, exited = 0;
    LaneMask fresh = 0; ///< have not begun to run
    std::vector<Rendezvous> rendezvous;
    bool has_loaded = false; ///< whether last_load has entries
    std::array<LastLoad, 32> last_load;

    // Of the race detector: see happens_before.hpp.
    std::array<Epoch, 32> epoch{};          ///< that each lane lives in
    Epoch ordered_below = 0;                ///< its epochs below this lie before all lanes met last
    Epoch stepped_from = 0, stepped_to = 0; ///< the last new epoch of a single lane
    std::unique_ptr<order::WarpKnowledge> knowledge;

    WarpTrace* trace = nullptr; ///< what counters.cpp has noted of this warp
    std::array<Thread, 32> threads;
};

/// A block's shared memory lies in an arena of this size: behind a gap its dynamic part, then its
/// variables, with gaps between them.
constexpr std::size_t shared_arena_bytes = 1024 * 1024, shared_arena_lead = 16 * 1024;

struct SharedVariable {
    const SharedDeclaration* declaration;
    std::uintptr_t begin;
    std::size_t bytes;
};

/// A block's storage of one declaration. (A type of our own: a program that uses std::vector<void*>,
/// too, would lend us its instrumented members, since the linker keeps one copy of each.)
struct SharedStorage {
    void* address = nullptr;
};

struct Block {
    uint3 index{};
    std::uint32_t number = 0;     ///< linear, in the grid
    std::uint32_t started = 0;    ///< how many blocks of the grid had started before it
    std::uint64_t generation = 0; ///< of the blocks that ran here, no two have the same
    std::vector<Warp> warps;
    std::vector<std::uint8_t> warp_order;
    int live = 0;     ///< threads that have not returned
    int barriers = 0; ///< block barriers that have opened
    int votes = 0;    ///< threads that have come to the next one with a predicate that holds
    int released = 0, released_votes = 0; ///< threads and votes of the last barrier that opened

    std::uintptr_t shared_begin = 0; ///< the block's arena
    std::size_t dynamic_bytes = 0;
    std::size_t shared_used = 0;          ///< bytes that a GPU would need
    std::size_t shared_end = 0;           ///< of the arena's part in use
    shadow::Word* shared_words = nullptr; ///< the arena's history; null if the program is not observed
    shadow::Word* shared_word(std::uintptr_t address) const {
        return shared_words + (address - shared_begin) / shadow::word_bytes;
    }
    std::vector<SharedStorage> shared_table; ///< by SharedDeclaration::index
    std::vector<SharedVariable> shared_variables;
    Mbarriers mbarriers;
    bool has_copied = false; ///< some thread has started a bulk copy

    // Of the race detector: see happens_before.hpp.
    Epoch first_epoch = 0;    ///< of this block
    Epoch ordered_below = 0;  ///< its epochs below this lie before its last barrier
    order::Learned learned;   ///< what all its threads know since then
    bool has_learned = false; ///< some lane may know more
};

/// What runs now. One operating-system thread runs all simulated ones, so plain globals do.
struct Now {
    Thread* thread = nullptr;        ///< null on the host
    const void* atomic_pc = nullptr; ///< of the atomic access that the thread makes
    std::uint64_t progress = 0;      ///< grows whenever some thread gets past something it waited for
    bool overdue = false;            ///< the watchdog wants the kernel to stop
    std::uint64_t activity = 0; ///< grows whenever something happens that spinning threads may wait for
};
extern Now now;
inline void note_activity() { ++now.activity; }

/// Of the program that launches: 32, but in pictures fewer.
extern unsigned lanes_per_warp;

/// The launch that runs.
const Launch& current_launch();

ThreadPosition position_of(const Thread& thread);
/// Of a thread by its linear number in a block by its linear number in the running grid.
ThreadPosition position_in_grid(std::uint32_t block, unsigned thread);
/// "thread 98", or "thread (2,3,0)" if the running kernel's blocks have more than one dimension.
std::string thread_name(const uint3& index);
std::string block_name(const uint3& index); ///< the same for a block of the grid

/// Gives up the running launch and goes back to the host.
[[noreturn]] void abandon_launch();

/// Suspends the running thread until the phase ends of the mbarrier that its last_load names.
void wait_at_mbarrier();

/// A thread is about to read a volatile variable: lets others run, and notices whether it spins.
void wait_before_volatile_read(const volatile void* address, std::size_t bytes, const void* pc);

} // namespace scanlab::sim
