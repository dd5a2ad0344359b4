/// \file
/// Arithmetic and conversions that round towards zero (rz), up (ru) or down (rd), exactly: the
/// processor does it.
#pragma once

#include "attributes.hpp"

#include <cfenv>
#include <cmath>

namespace scanlab::sim {

/// What `operation` makes of the numbers, while results are rounded so. Not optimised: no compiler
/// knows of the rounding.
template <class Result, class Operation, class... Numbers>
[[gnu::noinline]] SCANLAB_NOT_OPTIMISED SCANLAB_UNOBSERVED Result rounded_as(int direction,
                                                                             Operation operation,
                                                                             Numbers... numbers) {
    const int before = std::fegetround();
    std::fesetround(direction);
    volatile Result result = operation(const_cast<const volatile Numbers&>(numbers)...);
    std::fesetround(before);
    return result;
}

} // namespace scanlab::sim

#define SCANLAB_ROUNDED_1(Result, name, From, ...)                                                     \
    SCANLAB_UNOBSERVED inline Result name##_rz(From x) {                                               \
        return scanlab::sim::rounded_as<Result>(                                                       \
            FE_TOWARDZERO, [](From a) SCANLAB_UNOBSERVED { return static_cast<Result>(__VA_ARGS__); }, \
            x);                                                                                        \
    }                                                                                                  \
    SCANLAB_UNOBSERVED inline Result name##_ru(From x) {                                               \
        return scanlab::sim::rounded_as<Result>(                                                       \
            FE_UPWARD, [](From a) SCANLAB_UNOBSERVED { return static_cast<Result>(__VA_ARGS__); }, x); \
    }                                                                                                  \
    SCANLAB_UNOBSERVED inline Result name##_rd(From x) {                                               \
        return scanlab::sim::rounded_as<Result>(                                                       \
            FE_DOWNWARD, [](From a) SCANLAB_UNOBSERVED { return static_cast<Result>(__VA_ARGS__); },   \
            x);                                                                                        \
    }
#define SCANLAB_ROUNDED_TO(name, direction, Real, ...)                                                 \
    SCANLAB_UNOBSERVED inline Real name(Real x, Real y) {                                              \
        return scanlab::sim::rounded_as<Real>(                                                         \
            direction, [](Real a, Real b) SCANLAB_UNOBSERVED { return __VA_ARGS__; }, x, y);           \
    }
#define SCANLAB_ROUNDED_2(Real, name, ...)                                                             \
    SCANLAB_ROUNDED_TO(name##_rz, FE_TOWARDZERO, Real, __VA_ARGS__)                                    \
    SCANLAB_ROUNDED_TO(name##_ru, FE_UPWARD, Real, __VA_ARGS__)                                        \
    SCANLAB_ROUNDED_TO(name##_rd, FE_DOWNWARD, Real, __VA_ARGS__)
#define SCANLAB_ROUNDED_FMA(name, direction, Real)                                                     \
    SCANLAB_UNOBSERVED inline Real name(Real x, Real y, Real z) {                                      \
        return scanlab::sim::rounded_as<Real>(                                                         \
            direction, [](Real a, Real b, Real c) SCANLAB_UNOBSERVED { return std::fma(a, b, c); }, x, \
            y, z);                                                                                     \
    }

SCANLAB_ROUNDED_2(float, __fadd, a + b)
SCANLAB_ROUNDED_2(float, __fsub, a - b)
SCANLAB_ROUNDED_2(float, __fmul, a* b)
SCANLAB_ROUNDED_2(float, __fdiv, a / b)
SCANLAB_ROUNDED_1(float, __frcp, float, 1 / a)
SCANLAB_ROUNDED_1(float, __fsqrt, float, std::sqrt(a))
SCANLAB_ROUNDED_2(double, __dadd, a + b)
SCANLAB_ROUNDED_2(double, __dsub, a - b)
SCANLAB_ROUNDED_2(double, __dmul, a* b)
SCANLAB_ROUNDED_2(double, __ddiv, a / b)
SCANLAB_ROUNDED_1(double, __drcp, double, 1 / a)
SCANLAB_ROUNDED_1(double, __dsqrt, double, std::sqrt(a))
SCANLAB_ROUNDED_FMA(__fmaf_rz, FE_TOWARDZERO, float)
SCANLAB_ROUNDED_FMA(__fmaf_ru, FE_UPWARD, float)
SCANLAB_ROUNDED_FMA(__fmaf_rd, FE_DOWNWARD, float)
SCANLAB_ROUNDED_FMA(__fma_rz, FE_TOWARDZERO, double)
SCANLAB_ROUNDED_FMA(__fma_ru, FE_UPWARD, double)
SCANLAB_ROUNDED_FMA(__fma_rd, FE_DOWNWARD, double)

SCANLAB_ROUNDED_1(float, __int2float, int, a)
SCANLAB_ROUNDED_1(float, __uint2float, unsigned, a)
SCANLAB_ROUNDED_1(float, __ll2float, long long, a)
SCANLAB_ROUNDED_1(float, __ull2float, unsigned long long, a)
SCANLAB_ROUNDED_1(double, __ll2double, long long, a)
SCANLAB_ROUNDED_1(double, __ull2double, unsigned long long, a)
SCANLAB_ROUNDED_1(float, __double2float, double, a)
#undef SCANLAB_ROUNDED_1
#undef SCANLAB_ROUNDED_2
#undef SCANLAB_ROUNDED_TO
#undef SCANLAB_ROUNDED_FMA
