/// \file
/// Block barriers, fences, and the ways to wait or to give up.
#pragma once

#include "../driver_types.h"
#include "core.hpp"

SCANLAB_DEVICE_ONLY_BEGIN

SCANLAB_CALL_SITE void __syncthreads() { scanlab::sim::block_barrier(); }
SCANLAB_CALL_SITE int __syncthreads_count(int predicate) {
    return scanlab::sim::block_barrier(scanlab::sim::BarrierVote::count, predicate != 0);
}
SCANLAB_CALL_SITE int __syncthreads_and(int predicate) {
    return scanlab::sim::block_barrier(scanlab::sim::BarrierVote::all, predicate != 0);
}
SCANLAB_CALL_SITE int __syncthreads_or(int predicate) {
    return scanlab::sim::block_barrier(scanlab::sim::BarrierVote::any, predicate != 0);
}

// Barriers by number, also for some of the warps.
SCANLAB_CALL_SITE void __barrier_sync(unsigned number) { scanlab::sim::named_barrier(number, 0); }
SCANLAB_CALL_SITE void __barrier_sync_count(unsigned number, unsigned threads) {
    scanlab::sim::named_barrier(number, threads);
}

// The simulated memory keeps every thread's accesses in program order anyway; it is the race detector
// that needs to know of fences.
SCANLAB_CALL_SITE void __threadfence_block() {
    scanlab::sim::fence(scanlab::sim::MemoryOrder::seq_cst, scanlab::sim::Scope::block);
}
SCANLAB_CALL_SITE void __threadfence() {
    scanlab::sim::fence(scanlab::sim::MemoryOrder::seq_cst, scanlab::sim::Scope::device);
}
SCANLAB_CALL_SITE void __threadfence_system() {
    scanlab::sim::fence(scanlab::sim::MemoryOrder::seq_cst, scanlab::sim::Scope::system);
}

// Programmatic dependent launch: here a kernel begins when the one before has ended, but does not know
// it.
SCANLAB_CALL_SITE void cudaGridDependencySynchronize() { scanlab::sim::await_earlier_work(); }
SCANLAB_UNOBSERVED inline void cudaTriggerProgrammaticLaunchCompletion() {}

SCANLAB_CALL_SITE void __nanosleep(unsigned) { scanlab::sim::yield(); }

/// Counts scheduling points: time passes for whoever waits for it.
SCANLAB_CALL_SITE long long clock64() {
    scanlab::sim::maybe_yield();
    return static_cast<long long>(scanlab::sim::clock_ticks());
}

[[noreturn]] SCANLAB_CALL_SITE void __trap() {
    scanlab::sim::trap(cudaErrorLaunchFailure, "The kernel calls `__trap()`.");
}
SCANLAB_CALL_SITE void __brkpt() {}
SCANLAB_CALL_SITE void __prof_trigger(int) {}

SCANLAB_DEVICE_ONLY_END
