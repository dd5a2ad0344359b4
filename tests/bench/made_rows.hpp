/// \file
/// Results that nobody has measured, but somebody could have.
#pragma once

#include "results.hpp"

#include <string>

/// A row of a series over n: a time of `fixed_us` and useful bytes over `gbps`, beside a copy at 4000
/// GB/s.
inline scanlab::Row made_row(const std::string& name, long long n, double gbps, double fixed_us = 0) {
    scanlab::Row row;
    row.kind = "lesson";
    row.number = 8;
    row.name = name;
    row.title = "A title, with a comma";
    row.task = "inclusive-scan";
    row.scope = "device";
    row.processor = "gpu";
    row.device = "a device";
    row.sweep = "size";
    row.n = n;
    row.block = 256;
    const double bytes = 8.0 * static_cast<double>(n);
    row.us = fixed_us + bytes / gbps / 1e3;
    row.gbps = bytes / row.us / 1e3;
    row.copy_gbps = 4000;
    row.copy_us = bytes / row.copy_gbps / 1e3;
    row.share_of_copy = row.gbps / row.copy_gbps;
    row.verified = true;
    return row;
}
