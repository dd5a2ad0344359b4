#include "statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace scanlab {

double quantile(std::vector<double> samples, double q) {
    std::ranges::sort(samples);
    const double position = q * static_cast<double>(samples.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, samples.size() - 1);
    return std::lerp(samples[below], samples[above], position - std::floor(position));
}

Line fit_line(std::span<const double> x, std::span<const double> y) {
    const auto mean = [](std::span<const double> v) {
        return std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
    };
    const double mean_x = mean(x), mean_y = mean(y);
    double xx = 0, xy = 0, yy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double dx = x[i] - mean_x, dy = y[i] - mean_y;
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
    }
    const double slope = xy / xx;
    return {mean_y - slope * mean_x, slope, yy == 0 ? 1 : xy * xy / (xx * yy)};
}

} // namespace scanlab
