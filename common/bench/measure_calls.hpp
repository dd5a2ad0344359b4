/// \file
/// How long a call takes, next to a copy of as many elements.
#pragma once

#include "arena.hpp"

#include <functional>
#include <vector>

namespace scanlab {

/// Microseconds of one call: samples, each the mean over calls in a row.
struct CallTimes {
    std::vector<double> calls, copies;
    int in_a_row;             ///< calls a sample
    bool in_graph;            ///< started as one CUDA graph, so that the CPU keeps none of them waiting
    unsigned long long wrong; ///< elements of their results
};

/// How long the calls of one case, and as many copies, may take: fewer of them if they take long.
struct Patience {
    int reps; ///< samples at most
    double most_us_a_sample = 50e3, most_us = 300e3;
};

/// Times a variant's calls on n elements and copies of n elements in turns, three samples at least:
/// each call and copy on memory of its own, with a cache full of something else. Then the calls run
/// once more, on poisoned output, and all their results are checked. `may_capture`: whether the calls
/// never wait for the device, as a CUDA graph requires.
CallTimes time_calls(Arena& arena, const Variant& variant, long long n, const Patience& patience,
                     bool may_capture);

} // namespace scanlab
