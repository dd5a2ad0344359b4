/// \file
/// Sums of floats: their true values, and how far a rounded one may be off and still be right. The same
/// on the host and on a device.
#pragma once

#include "scanlab/lesson.hpp"

#include <cuda_runtime.h>

#include <cmath>

namespace scanlab {

/// A sum of floats in double precision, and what its rounding has lost: Neumaier,
/// "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen", 1974; the error of one
/// addition by Knuth's TwoSum.
struct FloatSum {
    double sum = 0, lost = 0;

    __host__ __device__ static FloatSum combine(FloatSum left, FloatSum right) {
        const double sum = left.sum + right.sum, from_right = sum - left.sum;
        const double error = (left.sum - (sum - from_right)) + (right.sum - from_right);
        return {sum, left.lost + right.lost + error};
    }
    /// The float next to it.
    __host__ __device__ float rounded() const { return static_cast<float>(sum + lost); }
};

/// The sum of the numbers so far, and the largest error that rounding can explain. If k additions, one
/// after the other, lie between a number and the sum, that is k·u / (1 - k·u) times the sum of the
/// absolute values, with u = 2^-24: Higham, "The Accuracy of Floating Point Summation", SIAM Journal on
/// Scientific Computing 14, 1993. As long as all numbers are whole, and their absolute values add up to
/// 2^24 at most, no sum is rounded.
class RoundingBound {
public:
    /// Of sums with at most so many additions.
    __host__ __device__ explicit RoundingBound(long long additions) : most_(additions) {}

    __host__ __device__ void add(float number) {
        add(1, std::abs(static_cast<double>(number)), std::trunc(number) == number);
    }
    /// Adds so many numbers, whose absolute values come to `absolute`; whether all of them are whole.
    __host__ __device__ void add(long long numbers, double absolute, bool whole) {
        numbers_ += numbers;
        absolute_ += absolute;
        whole_ = whole_ && whole;
    }

    /// Of the sum of the numbers so far.
    __host__ __device__ double error() const {
        if (is_exact()) return 0;
        const double k = static_cast<double>(most_ < numbers_ ? most_ : numbers_ - 1) * u;
        return k < 1 ? k / (1 - k) * absolute_ : HUGE_VAL;
    }
    /// Whether `got` is a sum of them, the true one of which is the float `expected`, rounded once.
    __host__ __device__ bool allows(float expected, float got) const {
        const double off = std::abs(static_cast<double>(got) - static_cast<double>(expected));
        const double of_expected = is_exact() ? 0 : u * std::abs(static_cast<double>(expected));
        return off <= error() + of_expected; // not so if got is no number
    }

private:
    static constexpr double u = 0x1p-24; // a rounded sum is off by this share of itself at most
    __host__ __device__ bool is_exact() const { return whole_ && absolute_ <= 0x1p24; }

    long long most_, numbers_ = 0;
    double absolute_ = 0;
    bool whole_ = true;
};

/// The additions that a variant says it has; if it says nothing, those of a loop.
inline long long additions_of(const Variant& variant, long long n) {
    return variant.additions ? variant.additions(n) : n;
}

} // namespace scanlab
