/// \file
/// Accesses as they are compared: the one that a thread makes, and those that histories remember.
#pragma once

#include "findings/findings.hpp"
#include "machine/base/events.hpp"
#include "machine/threads/threads.hpp"
#include "machine/threads/variables.hpp"
#include "watch/races/places.hpp"
#include "watch/races/shadow.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace scanlab::sim {

/// One access by the running thread.
struct Access {
    const Thread& thread;
    const void* pc; ///< where its call of the observer returns to
    std::uintptr_t address;
    std::size_t bytes;
    bool is_write;
    Strength strength;
    bool is_shared;
    Epoch ordered_below; ///< epochs below this are surely ordered before it
};

/// An earlier access, as histories remember it.
struct Earlier {
    bool is_write;
    Epoch epoch;
    LaneMask lanes;
    std::uint32_t access;
};

/// What a history remembers of an access besides its epoch: where, and by which lane.
inline std::uint32_t remembered(const void* pc, unsigned lane) {
    return places::place_of(pc) | lane << shadow::lane_shift;
}
inline std::uint32_t remembered(const Access& a) { return remembered(a.pc, a.thread.lane); }
/// Where an access was made that is remembered.
inline const void* pc_in(std::uint32_t remembered) {
    return places::pc_of(shadow::place_in(remembered));
}

/// "writes", "atomically reads"
std::string verb(bool is_write, Strength strength);

/// A finding of an access of a variable, if it is known which.
Finding about(FindingKind kind, const Access& access, const std::optional<Variable>& variable);

} // namespace scanlab::sim
