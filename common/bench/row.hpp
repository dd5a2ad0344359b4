/// \file
/// What a measurement comes to, for the driver to read.
#pragma once

#include "bench_case.hpp"

#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace scanlab {

/// Times of a case, in microseconds per call.
struct CaseTimes {
    std::vector<double> calls, copies;
    double useful_bytes; ///< of a call
    int in_a_row;        ///< calls a sample
    bool in_graph;       ///< see CallTimes
    bool verified;       ///< all results were right
};

/// The case and its times: medians, 10th and 90th percentiles, GB/s, and the share of a copy of as many
/// elements, which moves 8 bytes per element.
nlohmann::json row_of(const Case& c, const CaseTimes& times);

/// Prints an object in a line of its own, at once.
void print_line(const nlohmann::json& object);

} // namespace scanlab
