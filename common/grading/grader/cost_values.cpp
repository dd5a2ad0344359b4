#include "cost_values.hpp"

#include <cmath>

namespace scanlab::grader {

CostValues::CostValues(double n, double block, double items)
    : values_{{"n", n}, {"block", block}, {"items", items}} {
    for (const CostValue& value : reported_values) values_.emplace(value.name, 0);
}

Values CostValues::named() const {
    Values all = values_;
    const double tile = all["block"] * all["items"], elements = all["n"] > 0 ? all["n"] : 1;
    all["tile"] = tile;
    all["tiles"] = tile > 0 ? std::ceil(all["n"] / tile) : 0;
    all["bytes"] = all["bytes_read"] + all["bytes_written"];
    all["coalescing"] = all["sectors"] > 0 ? all["useful_bytes"] / (32 * all["sectors"]) : 1;
    for (const char* name : {"bytes", "sectors", "bank_conflicts", "plain_bytes", "device_bytes"})
        all[name + std::string("_per_element")] = all[name] / elements;
    return all;
}

} // namespace scanlab::grader
