/// \file
/// What a barrier is for: the accesses that it keeps in order.
#pragma once

#include "recording.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <utility>

namespace scanlab::diagrams {

/// How many places in memory one barrier matters to, in all blocks of a launch together: it alone
/// stands between two threads, of which at least one writes there.
struct BarrierReason {
    int written_then_read = 0;
    int read_then_overwritten = 0;
    int written_twice = 0; ///< and not read in between

    /// "15 elements written before it are read after it by another thread"
    std::string sentence() const;
};

/// By launch, and how many barriers a block has then passed, from 1 on.
using BarrierReasons = std::map<std::pair<int, int>, BarrierReason>;

BarrierReasons barrier_reasons(const Recording& recording);

} // namespace scanlab::diagrams
