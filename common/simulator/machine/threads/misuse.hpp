/// \file
/// What a thread may not do, and the machine cannot go on from: these say so and stop the kernel.
#pragma once

#include "machine/threads/threads.hpp"

#include <cstddef>

namespace scanlab::sim {

/// The thread that runs. If it is the host that asks, it has called what only a kernel can.
[[noreturn]] void stop_host();
inline Thread& running_thread() {
    if (!now.thread) [[unlikely]]
        stop_host();
    return *now.thread;
}

[[noreturn]] void stop_unnamed_lane(const Thread& thread, LaneMask mask);
[[noreturn]] void stop_odd_width(const Thread& thread, unsigned width);
[[noreturn]] void stop_grid_barrier_without_cooperation(const Thread& thread);
[[noreturn]] void stop_too_much_shared(const SharedDeclaration& declaration, std::size_t bytes);

} // namespace scanlab::sim
