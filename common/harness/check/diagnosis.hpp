/// \file
/// What is wrong with a result, and why it probably is.
#pragma once

#include "scanlab/lesson.hpp"
#include "task/evidence.hpp"

#include <optional>
#include <string>

namespace scanlab {

/// The thread that is responsible for an element.
struct Owner {
    long long block;
    int warp, lane;
    int thread; ///< in the block
};

/// Blocked: up to 4 items per thread, thread t of a tile owns the elements from t × items on. With
/// more, they are vectors of 4 that are striped across the warp: vector v of lane l of warp w starts at
/// w × 32 × items + v × 128 + l × 4.
Owner owner_of(long long index, const Layout& layout);

/// What is wrong with a result, and the likely cause.
struct Diagnosis {
    long long wrong = 0;                  ///< how many of the expected elements are wrong
    long long total = 0;                  ///< how many are expected
    std::optional<long long> kept;        ///< compaction, split, runs: how many the call says there are
    long long expected_kept = 0;          ///< and how many there are
    std::optional<long long> first_wrong; ///< index into the output; none if only the count is wrong
    std::optional<Owner>
        owner; ///< of that element; where elements move, of the input element that belongs there
    std::string cause; ///< one or two sentences; empty if no known pattern fits
};

/// Compares, and finds out what is wrong; none if nothing is.
std::optional<Diagnosis> diagnose(const Evidence& evidence);

} // namespace scanlab
