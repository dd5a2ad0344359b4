/// \file
/// Counts what the warps of a launch do, for each line of the source. The rest of the simulator tells
/// it here what happens; what came of it is had from scanlab_sim/cost.hpp.
#pragma once

#include "machine/scheduler.hpp"

#include <cstddef>

namespace scanlab::sim::counters {

/// Whether the running launch is counted; if not, nothing but begin_launch() need be called.
extern bool active;

void begin_launch(const char* kernel, const LaunchConfig& config);
void end_launch();

// May let others run, unless the thread has returned.

/// The thread accesses global or shared memory.
void access(Thread& thread, const void* pc, const volatile void* address, std::size_t bytes,
            bool write);
/// The same for an atomic access. A GPU's atomic loads and stores are loads and stores to it.
void atomic(Thread& thread, const void* pc, const volatile void* address, std::size_t bytes,
            AtomicKind kind);
/// The running thread starts a bulk copy from or to global memory.
void bulk_copy(const void* global, std::size_t bytes, bool write, const void* pc);
/// The thread comes to a block barrier at `waits_at`, and does not wait yet.
void block_barrier(Thread& thread);
/// The thread comes to a warp collective at `waits_at`, and does not wait yet.
void collective(Thread& thread, Collective operation);
/// The thread has returned, which its warp knows already.
void exited(Thread& thread);

} // namespace scanlab::sim::counters
