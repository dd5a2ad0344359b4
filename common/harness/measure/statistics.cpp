#include "statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace scanlab {

double quantile(std::vector<double> samples, double q) {
    std::ranges::sort(samples);
    const double position = q * static_cast<double>(samples.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, samples.size() - 1);
    return std::lerp(samples[below], samples[above], position - std::floor(position));
}

Line fit_line(std::span<const double> x, std::span<const double> y, std::span<const double> weights) {
    const auto weight = [&](std::size_t i) { return weights.empty() ? 1 : weights[i]; };
    double all = 0, mean_x = 0, mean_y = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        all += weight(i);
        mean_x += weight(i) * x[i];
        mean_y += weight(i) * y[i];
    }
    mean_x /= all;
    mean_y /= all;
    double xx = 0, xy = 0, yy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double dx = x[i] - mean_x, dy = y[i] - mean_y;
        xx += weight(i) * dx * dx;
        xy += weight(i) * dx * dy;
        yy += weight(i) * dy * dy;
    }
    const double slope = xy / xx;
    return {mean_y - slope * mean_x, slope, yy == 0 ? 1 : xy * xy / (xx * yy)};
}

} // namespace scanlab
