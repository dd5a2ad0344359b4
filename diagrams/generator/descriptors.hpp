/// \file
/// What the tiles of a kernel tell each other while it runs: words of global memory that one block
/// writes and others poll, with a status in their upper bits (decoupled look-back) or a status alone
/// beside the value (chained scan, release and acquire).
#pragma once

#include "recording.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace scanlab::diagrams {

enum class State {
    empty,
    aggregate, ///< the tile's own sum is there
    prefix     ///< the sum of everything up to the tile's end is there
};

/// A tile lets the others know a value.
struct Publication {
    int tile = 0, block = 0;
    State state = State::empty;
    std::int64_t number = 0;
    std::size_t event = 0;       ///< the write of the status
    std::size_t value_event = 0; ///< the write of the value; the same if one word holds both
};

/// A descriptor as a look-back finds it.
struct Look {
    int tile = 0;
    State state = State::empty;
    std::int64_t number = 0;
    std::size_t event = 0;
};

/// One round of reads by a warp, or one read by a single thread. It counts if nobody is empty before
/// the nearest prefix; otherwise the same descriptors have to be read again.
struct Window {
    int tile = 0, block = 0; ///< who looks back
    std::vector<Look> looks; ///< the nearest tile first
    int polls = 0;           ///< rounds before this one that found nothing
    bool counts = false;     ///< false: it is the last round of a tile that waits forever

    std::size_t event() const; ///< the last read
    /// How many of `looks` are added up: those up to the nearest prefix.
    std::size_t counted() const;
};

struct Descriptors {
    int launch = 0;
    int tiles = 0;
    std::vector<Publication> publications; ///< in the order in which they happened
    std::vector<Window> windows;           ///< likewise

    /// The latest publication of a tile in that state; nullptr if there is none.
    const Publication* find(int tile, State state) const;
};

/// The descriptors of the first launch that has any.
std::optional<Descriptors> find_descriptors(const Recording& recording);

} // namespace scanlab::diagrams
