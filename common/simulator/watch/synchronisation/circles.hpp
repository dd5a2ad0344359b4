/// \file
/// What threads access that may go round in circles: see machine/threads/livelock.hpp.
#pragma once

#include "machine/threads/threads.hpp"

namespace scanlab::sim::circles {

/// From now on it is watched, or not any more.
void watch(bool begins);

struct Place {
    const LastLoad* at = nullptr; ///< null if the thread accesses nothing
    bool is_read = false;         ///< else it is written
    int rank = 0;                 ///< how much that tells: see circles.cpp
};
/// Where the thread comes by again and again: what it waits for, if that can be told.
Place place_of(const Thread& thread);

} // namespace scanlab::sim::circles
