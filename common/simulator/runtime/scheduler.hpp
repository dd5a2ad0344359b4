/// \file
/// The grid as the scheduler sees it: resident blocks, their warps, their threads.
#pragma once

#include "fiber.hpp"
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

/// One bit a lane.
using LaneMask = std::uint32_t;

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

/// What an atomic load returned, to notice that a thread spins.
struct LastLoad {
    const volatile void* address = nullptr;
    std::uint64_t value = 0;
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
    LaneMask ready = 0, yielded = 0, at_barrier = 0, at_grid_barrier = 0, in_collective = 0,
             at_active_mask = 0, exited = 0;
    std::vector<Rendezvous> rendezvous;
    std::array<LastLoad, 32> last_load;
    WarpTrace* trace = nullptr; ///< what counters.cpp has noted of this warp
    std::array<Thread, 32> threads;
};

/// A block's shared memory lies in an arena of this size, of which it uses the beginning.
constexpr std::size_t shared_arena_bytes = 256 * 1024;

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
    std::vector<Warp> warps;
    std::vector<std::uint8_t> warp_order;
    int live = 0;     ///< threads that have not returned
    int barriers = 0; ///< block barriers that have opened
    int votes = 0;    ///< threads that have come to the next one with a predicate that holds
    int released = 0, released_votes = 0; ///< threads and votes of the last barrier that opened

    std::uintptr_t shared_begin = 0; ///< the block's arena; dynamic shared memory comes first
    std::size_t dynamic_bytes = 0;
    std::size_t shared_used = 0;
    std::vector<SharedStorage> shared_table; ///< by SharedDeclaration::index
    std::vector<SharedVariable> shared_variables;
};

/// What runs now. One operating-system thread runs all simulated ones, so plain globals do.
struct Now {
    Thread* thread = nullptr;   ///< null on the host
    std::uint64_t progress = 0; ///< grows whenever some thread gets past something it waited for
};
extern Now now;

/// Residency, as the device properties state it.
struct DeviceShape {
    int multiprocessors = 2;
    int threads_per_multiprocessor = 2048;
    int blocks_per_multiprocessor = 32;
    std::size_t shared_per_multiprocessor = 228 * 1024;
    std::size_t shared_per_block = 48 * 1024;
    std::size_t shared_per_block_optin = 227 * 1024;
    std::size_t shared_reserved_per_block = 1024;
    int threads_per_block = 1024;
};
const DeviceShape& device_shape();

/// How many blocks of this size one multiprocessor holds at a time; 0 if a block does not fit at all.
int blocks_per_multiprocessor(long long threads, std::size_t shared_bytes);

/// cudaFuncSetAttribute(…MaxDynamicSharedMemorySize…): launches may use up to this much from now on.
void allow_dynamic_shared(std::size_t bytes);

/// Gives up the running launch and goes back to the host. Called by kernel_fault().
[[noreturn]] void abandon_launch();

/// Calls `tell` for every thread of the resident blocks that is blocked, with the reason.
void for_each_waiting(const std::function<void(const Block&, const Thread&, const char* reason)>& tell);

} // namespace scanlab::sim
