/// \file
/// Blocks, warps and threads, and which of them runs.
#pragma once

#include "machine/base/watched.hpp"
#include "machine/threads/stacks.hpp"
#include "platform/platform.hpp"
#include "scanlab_sim/core.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace scanlab::sim {

struct Block;
struct Warp;

/// Kept to one cache line, for switching between threads is mostly waiting for the cache.
struct alignas(64) Thread : Fiber {
    Warp* warp = nullptr;
    StackPool::Stack stack{};
    uint3 index{};
    std::uint32_t lane = 0;
    const void* waits_at = nullptr; ///< call site, while it is blocked

    LaneMask bit() const { return LaneMask{1} << lane; }
    unsigned number_in_block() const;
};

static_assert(sizeof(Thread) == 64);

/// What an atomic or volatile load returned, to notice that a thread spins.
struct LastLoad {
    const volatile void* address = nullptr;
    std::uint64_t value = 0;
    const void* pc = nullptr;
    bool spins = false;               ///< it returned the same as the load before
    std::uint32_t blocks_started = 0; ///< when it began to spin
    std::uint64_t state = 0;          ///< of the thread then: see private_state.hpp
    bool is_endless = false; ///< it has come round, and would spin for ever if the value stayed
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
    LaneMask fresh = 0;  ///< have not begun to run
    LaneMask voting = 0; ///< at a barrier that counts votes, which notes where they wait
    std::vector<Rendezvous> rendezvous;
    bool has_loaded = false; ///< whether last_load has entries
    std::array<LastLoad, 32> last_load;
    std::array<std::uint64_t, 32> news_known{}; ///< now.news, when the lane read last: see livelock.hpp
    /// Of the functions in which the lanes have come to a block barrier or to a warp operation.
    std::array<const Frame*, 32> waits_in;

    WatchedWarp watched;
    std::array<Thread, 32> threads;
    unsigned number_in_block() const;
};

inline unsigned Thread::number_in_block() const { return warp->first_thread + lane; }
/// A barrier in shared memory: see mbarriers.hpp.
struct Mbarrier {
    unsigned expected = 0; ///< arrivals a phase
    unsigned pending = 0;  ///< those that the current phase still lacks
    long long bytes = 0;   ///< announced and not come yet; below 0 if they came first
    std::uint64_t phase = 0;
    std::vector<LaneMask> counted{}; ///< of one with a number: who has come in this phase, by warp
    std::vector<std::byte> room{};   ///< of a tile's barrier: what its threads show each other
    WatchedMbarrier watched{};
};

/// A block's shared memory lies in an arena of this size: after a gap its dynamic part, then its
/// variables, with gaps between them.
constexpr std::size_t shared_arena_bytes = 1024 * 1024, shared_arena_lead = 16 * 1024;

struct SharedVariable {
    const SharedDeclaration* declaration;
    std::uintptr_t begin;
    std::size_t bytes;
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
    std::size_t shared_used = 0; ///< bytes that a GPU would need
    std::size_t shared_end = 0;  ///< of the arena's part in use
    bool has_shared(std::uintptr_t address) const {
        return address - shared_begin < shared_arena_bytes;
    }
    std::vector<void*> shared_table; ///< storage by SharedDeclaration::index; null: none yet
    std::vector<SharedVariable> shared_variables;
    std::unordered_map<std::uintptr_t, Mbarrier> mbarriers; ///< by address
    bool has_copied = false;                                ///< some thread has started a bulk copy
    bool has_stacks = false; ///< its threads have; others do without until they begin

    WatchedBlock watched;
};

/// What runs now. One operating-system thread runs all simulated ones, so plain globals do; but the
/// host's others are none of them.
struct Now {
    static inline constinit thread_local Thread* thread = nullptr; ///< null on the host
    const void* atomic_pc = nullptr; ///< of the atomic access that the thread makes
    std::uint64_t progress = 0;      ///< grows whenever some thread gets past something it waited for
    bool overdue = false;            ///< the program has run for too long
    bool is_launching = false;       ///< a launch runs, though maybe none of its threads
    std::chrono::steady_clock::time_point launched{}; ///< when the last launch began
    std::uint64_t activity = 0; ///< grows whenever something happens that spinning threads may wait for
    std::uint64_t returned = 0; ///< threads
    // While it is looked for whether threads go round in circles (livelock.hpp):
    std::uint64_t news = 0;    ///< those that are new, or give what was not read there before
    std::uint64_t changes = 0; ///< atomic updates that change a value, and looks at the clock
};
extern Now now;
inline void note_activity() { ++now.activity; }

/// Of the program that launches: 32, but in pictures fewer.
extern unsigned lanes_per_warp;
inline unsigned Warp::number_in_block() const { return first_thread / lanes_per_warp; }

/// cudaLimitStackSize, for the launches that follow.
extern std::size_t stack_bytes;

} // namespace scanlab::sim
