/// \file
/// How long a call takes, next to a copy of as many elements.
#pragma once

#include "arena.hpp"
#include "bench_case.hpp"
#include "meter.hpp"
#include "row.hpp"

#include <functional>
#include <vector>

namespace scanlab {

/// Microseconds of one call: samples, each the mean over calls in a row.
struct CallTimes {
    std::vector<double> calls, copies;
    int in_a_row;             ///< calls a sample
    bool in_graph;            ///< started as one CUDA graph, so that the CPU keeps none of them waiting
    unsigned long long wrong; ///< elements of their results
    GpuState state{};
};

/// How long the calls of one case, and as many copies, may take: fewer of them if they take long.
struct Patience {
    int reps; ///< samples at most
    double most_us_a_sample = 50e3, most_us = 300e3;
    double energy_us =
        0; ///< so long are calls in a row repeated, to read their energy; 0 for not at all
};

/// Times a variant's calls of a case and copies of as many elements in turns, three samples at least,
/// with a cache full of something else. In a row, each call and copy has memory of its own. Then the
/// calls run once more, on poisoned output, and all their results are checked. `may_capture`: whether
/// the calls never wait for the device, as a CUDA graph requires.
CallTimes time_calls(Arena& arena, const Lesson& lesson, const Variant& variant, const Case& c,
                     const Patience& patience, bool may_capture, const Meter& meter);

} // namespace scanlab
