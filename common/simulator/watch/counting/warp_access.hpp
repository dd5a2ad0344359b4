/// \file
/// What one memory instruction of a warp costs, as NVIDIA's GPUs since compute capability 5.0 do it.
#pragma once

#include "machine/threads/threads.hpp"
#include "scanlab_sim/cost.hpp"

#include <array>
#include <cstdint>

namespace scanlab::sim {

struct WarpAccess {
    LaneMask lanes = 0;                         ///< that take part
    unsigned bytes = 0;                         ///< a lane: 1, 2, 4, 8 or 16
    std::array<std::uintptr_t, 32> addresses{}; ///< of shared memory, counted from a multiple of 128
};

/// The distinct 32-byte sectors that the lanes touch.
GlobalAccesses global_request(const WarpAccess& access);

enum class SharedRequest { load, store, atomic };
/// The wavefronts that 32 banks of four bytes take.
///
/// A wavefront serves each bank once. Lanes that want the same word share it. Accesses of 8 and 16
/// bytes per lane go by half and quarter warps, each with wavefronts of its own, but loads go by twice
/// as many lanes if neighbours (lanes l and l^1, or l and l^2) all want the same. Of atomics at one
/// bank, even at one address, each takes a wavefront.
SharedAccesses shared_request(const WarpAccess& access, SharedRequest kind);

} // namespace scanlab::sim
