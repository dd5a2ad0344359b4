/// \file
/// Stops a program that has run for longer than it may: see limit_time(), in scanlab_sim/findings.hpp.
#pragma once

namespace scanlab::sim {

/// Where the work was submitted that the host waits for; null if it waits for none.
using SiteAwaited = const void* (*)();

/// When a tick comes: stops what runs if the time is over and that is safe at this instruction, or else
/// looks again a moment later.
void look_at_the_time(const void* interrupted_at, SiteAwaited site_awaited);

/// A launch begins, and may run for as long as --kernel-timeout says.
void limit_time_of_launch();

/// To be called where it is safe to stop, and the time is over (`now.overdue`).
[[noreturn]] void stop_overdue_kernel();
[[noreturn]] void stop_overdue_program(SiteAwaited site_awaited);

} // namespace scanlab::sim
