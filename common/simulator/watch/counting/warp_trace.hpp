/// \file
/// What the lanes of a warp did since they last met, and which of it was one instruction of the warp.
#pragma once

#include "machine/threads/threads.hpp"

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace scanlab::sim {

enum class EventKind : std::uint8_t {
    global_load,
    global_store,
    global_atomic,
    shared_load,
    shared_store,
    shared_atomic,
    block_barrier,
    warp_sync,
    collective
};

/// Something that a lane did.
struct LaneEvent {
    const void* pc;
    std::uint64_t address : 48; ///< of an access; counted from the block's first byte in shared memory
    std::uint64_t bytes : 8;
    std::uint64_t kind_number : 8; ///< of an EventKind

    EventKind kind() const { return static_cast<EventKind>(kind_number); }
};
static_assert(sizeof(LaneEvent) == 16);

struct WarpTrace {
    static constexpr unsigned capacity = 1024; ///< events a lane
    LaneMask running = 0;                 ///< lanes that had not returned at the last block barrier
    std::array<std::uint16_t, 32> size{}; ///< events of each lane
    std::array<long long, 32> steps{}; ///< of each lane since it began: its events, counted ones, too
    std::array<long long, 32> bytes{}; ///< of global memory, likewise
    std::array<long long, 32> shared_bytes{};
    std::unordered_map<const void*, long long> at_pc; ///< instructions so far, if lines are counted
    /// A lane's events stand one below the other, so that what the lanes do together lies together.
    std::array<std::array<LaneEvent, 32>, capacity> events;

    bool full(unsigned lane) const { return size[lane] == capacity; }
    const LaneEvent& event(unsigned lane, unsigned i) const { return events[i][lane]; }
};

/// An instruction of the warp.
struct WarpInstruction {
    const void* pc;
    EventKind kind;
    LaneMask lanes = 0;
    std::array<std::uint16_t, 32> events{}; ///< which event of each of the lanes it is
};

/// On a GPU the lanes of a warp run together, here one after the other. Puts their traces side by side:
/// what all lanes did equally often is taken for what they did together, and the rest is compared
/// between one such event and the next, where the k-th executions of an instruction go together. So
/// lanes stay side by side where some skip a branch or go round an inner loop more often.
std::vector<WarpInstruction> side_by_side(const WarpTrace& trace);

/// The same for traces that break off in some of the lanes: only up to an event that these lanes have
/// in common, so that what follows can be put side by side when more of it is known.
std::vector<WarpInstruction> side_by_side_so_far(const WarpTrace& trace, LaneMask broken_off);

} // namespace scanlab::sim
