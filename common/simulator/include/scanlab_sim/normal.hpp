/// \file
/// The inverse error functions and the normal distribution, which the C library lacks.
#pragma once

#include <cmath>

/// From Abramowitz and Stegun's approximation (26.2.22), improved by Halley's method.
inline double erfcinv(double y) {
    if (!(y > 0 && y < 2)) return y == 0 ? INFINITY : y == 2 ? -INFINITY : NAN;
    if (y > 1) return -erfcinv(2 - y);
    const double t = std::sqrt(-2 * std::log(y / 2));
    double x = (t - (2.30753 + 0.27061 * t) / (1 + t * (0.99229 + 0.04481 * t))) / std::sqrt(2.0);
    for (int step = 0; step < 3; ++step) {
        const double error = std::erfc(x) - y, slope = -2 / std::sqrt(M_PI) * std::exp(-x * x);
        x -= error / (slope + x * error);
    }
    return x;
}
inline double erfinv(double y) {
    double x = y < 0 ? -erfcinv(1 + y) : erfcinv(1 - y);
    if (std::abs(y) < 0.5)
        x -= (std::erf(x) - y) / (2 / std::sqrt(M_PI) * std::exp(-x * x)); // 1 - y has lost digits
    return x;
}
inline double normcdf(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }
inline double normcdfinv(double p) { return -std::sqrt(2.0) * erfcinv(2 * p); }

inline float erfcinvf(float y) { return static_cast<float>(erfcinv(static_cast<double>(y))); }
inline float erfinvf(float y) { return static_cast<float>(erfinv(static_cast<double>(y))); }
inline float normcdff(float x) { return static_cast<float>(normcdf(static_cast<double>(x))); }
inline float normcdfinvf(float p) { return static_cast<float>(normcdfinv(static_cast<double>(p))); }
inline float erfcinv(float y) { return erfcinvf(y); }
inline float erfinv(float y) { return erfinvf(y); }
inline float normcdf(float x) { return normcdff(x); }
inline float normcdfinv(float p) { return normcdfinvf(p); }
