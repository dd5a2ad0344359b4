#include "row.hpp"

#include "format.hpp"
#include "measure/statistics.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace scanlab {

nlohmann::json row_of(const Case& c, const CaseTimes& times) {
    const double us = quantile(times.calls, .5), copy_us = quantile(times.copies, .5);
    const double moved = c.way == Way::chain ? 2 : 1; // so many times, in all
    const double gbps = moved * times.useful_bytes / us / 1e3;
    const double copy_gbps = moved * 8.0 * static_cast<double>(c.n) / copy_us / 1e3;
    return {{"sweep", name(c.sweep)},
            {"n", c.n},
            {"block", c.block},
            {"kept_percent", c.kept_percent},
            {"gpus", c.gpus},
            {"way", name(c.way)},
            {"data", name(c.data)},
            {"us", us},
            {"p10_us", quantile(times.calls, .1)},
            {"p90_us", quantile(times.calls, .9)},
            {"gbps", gbps},
            {"copy_us", copy_us},
            {"copy_p10_us", quantile(times.copies, .1)},
            {"copy_p90_us", quantile(times.copies, .9)},
            {"copy_gbps", copy_gbps},
            {"share_of_copy", gbps / copy_gbps},
            {"samples", times.calls.size()},
            {"calls_a_sample", times.in_a_row},
            {"in_graph", times.in_graph},
            {"sm_mhz", times.state.sm_mhz},
            {"memory_mhz", times.state.memory_mhz},
            {"watts", times.state.watts},
            {"microjoules", times.state.microjoules},
            {"verified", times.verified}};
}

void print_line(const nlohmann::json& object) {
    fmt::print("{}\n", object.dump());
    std::fflush(stdout);
}

} // namespace scanlab
