/// \file
/// What a call has made of its input, for those who say what is wrong with it. Knows nothing of GPUs:
/// expected and got are arrays.
#pragma once

#include "layout.hpp"
#include "scanlab/lesson.hpp"

#include <limits>
#include <optional>
#include <span>

namespace scanlab {

/// A call's result beside the right one.
struct Evidence {
    Task task;
    Scope scope;
    Layout layout;
    std::span<const int> input;      ///< n elements
    std::span<const int> expected;   ///< n elements; of a compaction those that are kept
    std::span<const int> got;        ///< n elements, poisoned before the call
    std::optional<long long> kept;   ///< compaction, split, runs: what the call says is their number
    std::span<const int> heads = {}; ///< segmented scan: n elements
    /// Float scan: see Variant. As many as nobody has.
    long long additions = std::numeric_limits<long long>::max();

    /// The number of expected elements.
    long long elements() const;
    /// What `kept` should be.
    long long expected_kept() const;
};

} // namespace scanlab
