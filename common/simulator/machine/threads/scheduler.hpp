/// \file
/// What threads that run, and those who serve them, ask of the scheduler: grid_scheduler.hpp.
#pragma once

#include "machine/base/events.hpp"
#include "machine/threads/positions.hpp"
#include "machine/threads/threads.hpp"
#include "scanlab_sim/choices.hpp"
#include "scanlab_sim/core.hpp"

#include <cstdint>
#include <span>

namespace scanlab::sim {

/// The launch that runs.
const Launch& current_launch();
/// What all of its threads read: their arguments among it.
std::span<const std::byte> current_context();

/// Of all launches since the program started, or since they were forgotten.
struct LaunchTotals {
    long long launches = 0;
    double barriers_per_thread = 0;    ///< those of the thread that came to most, added up
    std::size_t most_shared_bytes = 0; ///< of a block
};
extern LaunchTotals launch_totals;

/// Gives up the running launch and goes back to the host.
[[noreturn]] void abandon_launch();

/// The running block does something that other blocks, or the host, can notice before the launch has
/// ended.
void note_dependence();

/// Suspends the running thread until the phase ends of the mbarrier that its last_load names.
void wait_at_mbarrier();

/// The running thread waits until it is chosen, if choices are made, before an operation that others
/// can notice. What it would read lies at `value`.
void await_choice(Effect effect, const volatile void* address, std::size_t bytes,
                  const volatile void* value, const void* pc);

/// before_atomic(), by the thread that runs.
void* before_atomic_of_thread(const AtomicAccess& access);

/// A thread is about to write a volatile variable.
void wait_before_volatile_write(const volatile void* address, std::size_t bytes, const void* pc);
/// A thread is about to read a volatile variable: lets others run, and notices whether it spins.
void wait_before_volatile_read(const volatile void* address, std::size_t bytes, const void* pc);

} // namespace scanlab::sim
