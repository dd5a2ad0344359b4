/// \file
/// How far a sum of floats may be off, and still be right.
#pragma once

#include "scanlab/lesson.hpp"

namespace scanlab {

/// The sum of the numbers so far, and the largest error that rounding can explain. If k additions, one
/// after the other, lie between a number and the sum, that is k·u / (1 - k·u) times the sum of the
/// absolute values, with u = 2^-24: Higham, "The Accuracy of Floating Point Summation", SIAM Journal on
/// Scientific Computing 14, 1993. As long as all numbers are whole, and their absolute values add up to
/// 2^24 at most, no sum is rounded.
class RoundingBound {
public:
    /// Of sums with at most so many additions.
    explicit RoundingBound(long long additions) : most_(additions) {}

    void add(float number);
    /// Of the sum of the numbers so far.
    double error() const;
    /// Whether `got` is a sum of them, the true one of which is the float `expected`, rounded once.
    bool allows(float expected, float got) const;

private:
    long long most_, numbers_ = 0;
    double absolute_ = 0;
    bool is_exact_ = true;
};

/// The additions that a variant says it has; if it says nothing, those of a loop.
inline long long additions_of(const Variant& variant, long long n) {
    return variant.additions ? variant.additions(n) : n;
}

} // namespace scanlab
