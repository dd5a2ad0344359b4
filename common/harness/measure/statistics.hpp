/// \file
/// Summaries of measurements.
#pragma once

#include <span>
#include <vector>

namespace scanlab {

/// The value below which a fraction `q` (0 … 1) of the samples lies, between neighbours by a straight
/// line. `samples` is not empty.
double quantile(std::vector<double> samples, double q);

struct Line {
    double intercept, slope;
    double r_squared; ///< 1 if the line explains everything
};

/// The least-squares line through (x, y). At least two different x. `weights`: how much each point's
/// square counts; alike if there are none.
Line fit_line(std::span<const double> x, std::span<const double> y,
              std::span<const double> weights = {});

} // namespace scanlab
