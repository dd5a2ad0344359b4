/// \file
/// What a measurement comes to, for the driver to read.
#pragma once

#include "bench_case.hpp"

#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace scanlab {

/// What the GPU says of itself while it is measured; 0 where it says nothing.
struct GpuState {
    int sm_mhz = 0, memory_mhz = 0;
    double watts = 0, microjoules = 0; ///< on average, and of a call, while calls follow each other
};

/// Times of a case, in microseconds per call.
struct CaseTimes {
    std::vector<double> calls, copies;
    double useful_bytes; ///< of a call
    int in_a_row;        ///< calls a sample
    bool in_graph;       ///< see CallTimes
    bool verified;       ///< all results were right
    GpuState state{};
};

/// The case and its times: medians, 10th and 90th percentiles, GB/s, and the share of a copy of as many
/// elements, which moves 8 bytes per element. In a chain the kernels before and after move as many
/// bytes again.
nlohmann::json row_of(const Case& c, const CaseTimes& times);

/// Prints an object in a line of its own, at once.
void print_line(const nlohmann::json& object);

} // namespace scanlab
