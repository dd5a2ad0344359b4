/// \file
/// Notes what every thread of a launch does, in the order in which it happens. The rest of the
/// simulator tells it here; what comes of it is a file, from which diagrams are drawn.
#pragma once

#include "races.hpp"
#include "machine/scheduler.hpp"

#include <cstddef>
#include <cstdint>

namespace scanlab::sim::recorder {

/// Whether the running launch is recorded; if not, nothing but begin_launch() and finish() need be
/// called.
extern bool active;

void begin_launch(const Launch& launch);
void end_launch();

/// The thread is about to access memory: its own, its block's, or everybody's.
void access(Thread& thread, const void* pc, std::uintptr_t address, std::size_t bytes, bool write,
            Strength strength);
/// The same for an atomic access, before which nobody else will run.
void atomic(Thread& thread, const void* pc, std::uintptr_t address, std::size_t bytes, AtomicKind kind);

/// The thread comes to a collective of its warp and brings a value.
void publish(Thread& thread, Collective operation, std::uint64_t value);
/// It gets one: that of a lane, or, if `from` is negative, one made of all lanes' values.
void receive(Thread& thread, Collective operation, int from, std::uint64_t value);
/// A collective of the warp is complete.
void collective(const Warp& warp);

/// All threads of the block have come to a barrier.
void block_barrier(const Block& block);
void exited(Thread& thread);

/// What the running thread was about to do has happened; others may run now.
void settle();

/// The program ends: writes the file, if there is one to write.
void finish();

} // namespace scanlab::sim::recorder
