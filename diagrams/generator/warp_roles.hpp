/// \file
/// What the warps of a persistent kernel do, tile by tile: some load, some sum, some look back, and
/// they meet at mbarriers.
#pragma once

#include "recording.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

namespace scanlab::diagrams {

/// What a action needs: another one, which has to come first.
struct Need {
    std::size_t action = 0; ///< index into WarpRoles::actions
    std::size_t event = 0;  ///< when it is there: the last lane has waited for it, or has read it
    auto operator<=>(const Need&) const = default;
};

/// What a warp does between two waits.
struct Action {
    enum class Kind {
        load,      ///< starts the bulk copy of a tile
        sum,       ///< reads a tile from where the copy has put it
        publish,   ///< lets other blocks know its sum
        look_back, ///< finds what precedes it
        finish,    ///< scans it, or stages what it keeps; and stores it, unless another warp does
        store      ///< starts the bulk copy of a result
    } kind = Kind::load;
    int block = 0, warp = 0, tile = 0;
    std::size_t begin = 0, end = 0; ///< events; it begins when the last lane has waited
    std::vector<std::size_t>
        events{};              ///< its accesses of memory that is not the threads' own, and its copies
    std::vector<Need> needs{}; ///< of several that it has waited for together, the last to arrive
    int polls = 0;             ///< reads of sums that were not there yet
};

/// A tile in shared memory: on its way, then there, until all who sum it have read it.
struct InRing {
    int block = 0, place = 0, tile = 0;
    std::size_t started = 0, arrived = 0, read = 0; ///< events; the last is that of the last reader
    std::size_t load = 0;                           ///< index into WarpRoles::actions
};

struct WarpRoles {
    int launch = 0, tile_size = 0, tiles = 0, places = 0;
    std::vector<Action> actions; ///< in the order in which they begin
    std::vector<InRing> ring;
    /// What a warp is for, the same in all blocks.
    std::vector<std::set<Action::Kind>> warps;
};

/// Nothing if no kernel brings tiles by bulk copies. Throws BadInput if the last tile is too short for
/// one, std::logic_error if what the kernel does contradicts itself.
std::optional<WarpRoles> find_warp_roles(const Recording& recording);

} // namespace scanlab::diagrams
