/// \file
/// Mathematical functions that CUDA has and the host's library lacks, or has under another name.
#pragma once

#include "core.hpp"

#include <climits>
#include <cmath>
#include <type_traits>

// --- min and max, also between types -------------------------------------------------------------

namespace scanlab::sim {
template <class T>
concept MinMaxOperand = std::is_arithmetic_v<T> && sizeof(T) <= 8;
} // namespace scanlab::sim

/// The operands are first converted to their common type, so that min(-1, 1u) is 1u, as under nvcc.
template <scanlab::sim::MinMaxOperand A, scanlab::sim::MinMaxOperand B>
SCANLAB_UNOBSERVED constexpr auto min(A a, B b) {
    using T = decltype(+(true ? a : b));
    if constexpr (std::is_floating_point_v<T>)
        return static_cast<T>(std::fmin(static_cast<T>(a), static_cast<T>(b)));
    else
        return static_cast<T>(b) < static_cast<T>(a) ? static_cast<T>(b) : static_cast<T>(a);
}
template <scanlab::sim::MinMaxOperand A, scanlab::sim::MinMaxOperand B>
SCANLAB_UNOBSERVED constexpr auto max(A a, B b) {
    using T = decltype(+(true ? a : b));
    if constexpr (std::is_floating_point_v<T>)
        return static_cast<T>(std::fmax(static_cast<T>(a), static_cast<T>(b)));
    else
        return static_cast<T>(a) < static_cast<T>(b) ? static_cast<T>(b) : static_cast<T>(a);
}

/// Those that CUDA has are no templates, so that they, and not std's, are meant after `using namespace
/// std`.
#define SCANLAB_MIN_MAX(A, B)                                                                          \
    SCANLAB_UNOBSERVED constexpr auto min(A a, B b) { return min<A, B>(a, b); }                        \
    SCANLAB_UNOBSERVED constexpr auto max(A a, B b) { return max<A, B>(a, b); }
#define SCANLAB_MIN_MAX_OF_BOTH(A, B)                                                                  \
    SCANLAB_MIN_MAX(A, A) SCANLAB_MIN_MAX(A, B) SCANLAB_MIN_MAX(B, A) SCANLAB_MIN_MAX(B, B)
SCANLAB_MIN_MAX_OF_BOTH(int, unsigned)
SCANLAB_MIN_MAX_OF_BOTH(long, unsigned long)
SCANLAB_MIN_MAX_OF_BOTH(long long, unsigned long long)
SCANLAB_MIN_MAX_OF_BOTH(float, double)
#undef SCANLAB_MIN_MAX_OF_BOTH
#undef SCANLAB_MIN_MAX

inline unsigned umin(unsigned a, unsigned b) { return min(a, b); }
inline unsigned umax(unsigned a, unsigned b) { return max(a, b); }
inline long long llmin(long long a, long long b) { return min(a, b); }
inline long long llmax(long long a, long long b) { return max(a, b); }
inline unsigned long long ullmin(unsigned long long a, unsigned long long b) { return min(a, b); }
inline unsigned long long ullmax(unsigned long long a, unsigned long long b) { return max(a, b); }

// --- functions -----------------------------------------------------------------------------------

inline float rsqrtf(float x) { return 1 / std::sqrt(x); }
inline double rsqrt(double x) { return 1 / std::sqrt(x); }
inline float rcbrtf(float x) { return 1 / std::cbrt(x); }
inline double rcbrt(double x) { return 1 / std::cbrt(x); }
inline float rhypotf(float x, float y) { return 1 / std::hypot(x, y); }
inline double rhypot(double x, double y) { return 1 / std::hypot(x, y); }
inline float norm3df(float x, float y, float z) { return std::hypot(x, y, z); }
inline double norm3d(double x, double y, double z) { return std::hypot(x, y, z); }
inline float norm4df(float x, float y, float z, float w) {
    return std::hypot(std::hypot(x, y), std::hypot(z, w));
}
inline double norm4d(double x, double y, double z, double w) {
    return std::hypot(std::hypot(x, y), std::hypot(z, w));
}
inline float rnorm3df(float x, float y, float z) { return 1 / norm3df(x, y, z); }
inline double rnorm3d(double x, double y, double z) { return 1 / norm3d(x, y, z); }
inline float rnorm4df(float x, float y, float z, float w) { return 1 / norm4df(x, y, z, w); }
inline double rnorm4d(double x, double y, double z, double w) { return 1 / norm4d(x, y, z, w); }
inline double norm(int count, const double* values) {
    double length = 0;
    for (int i = 0; i < count; ++i) length = std::hypot(length, values[i]);
    return length;
}
inline float normf(int count, const float* values) {
    float length = 0;
    for (int i = 0; i < count; ++i) length = std::hypot(length, values[i]);
    return length;
}
inline double erfcx(double x) { return std::exp(x * x) * std::erfc(x); }
inline float erfcxf(float x) { return static_cast<float>(erfcx(x)); }
inline float fdividef(float x, float y) { return x / y; }

inline double cyl_bessel_i0(double x) { return std::cyl_bessel_i(0.0, std::abs(x)); }
inline float cyl_bessel_i0f(float x) { return static_cast<float>(cyl_bessel_i0(x)); }
inline double cyl_bessel_i1(double x) { return std::copysign(std::cyl_bessel_i(1.0, std::abs(x)), x); }
inline float cyl_bessel_i1f(float x) { return static_cast<float>(cyl_bessel_i1(x)); }

// Exact at multiples of 1/2, where sin(πx) is not.
inline double sinpi(double x) {
    const double r = std::remainder(x, 2.0);
    if (r == std::floor(r)) return 0 * r;
    return std::abs(r) == 0.5 ? std::copysign(1.0, r) : std::sin(r * 3.14159265358979323846);
}
inline double cospi(double x) { return sinpi(std::fmod(std::abs(x), 2.0) + 0.5); }
inline void sincospi(double x, double* sine, double* cosine) {
    *sine = sinpi(x);
    *cosine = cospi(x);
}
inline void sincospif(float x, float* sine, float* cosine) {
    *sine = static_cast<float>(sinpi(x));
    *cosine = static_cast<float>(cospi(x));
}
inline float sinpif(float x) { return static_cast<float>(sinpi(x)); }
inline float cospif(float x) { return static_cast<float>(cospi(x)); }

SCANLAB_DEVICE_ONLY_BEGIN

// --- fast approximations, here as good as the functions they approximate -------------------------

inline float __saturatef(float x) { return x > 0 ? (x < 1 ? x : 1) : 0; }
inline float __fdividef(float x, float y) { return x / y; }
// The host's headers reserve these names for themselves, with C linkage.
extern "C" {
inline float __expf(float x) noexcept { return std::exp(x); }
inline float __logf(float x) noexcept { return std::log(x); }
inline float __log2f(float x) noexcept { return std::log2(x); }
inline float __log10f(float x) noexcept { return std::log10(x); }
inline float __sinf(float x) noexcept { return std::sin(x); }
inline float __cosf(float x) noexcept { return std::cos(x); }
inline float __tanf(float x) noexcept { return std::tan(x); }
inline float __powf(float x, float y) noexcept { return std::pow(x, y); }
inline float __exp10f(float x) noexcept { return std::pow(10.0f, x); }
inline void __sincosf(float x, float* sine, float* cosine) noexcept {
    *sine = std::sin(x);
    *cosine = std::cos(x);
}
}

// --- arithmetic with the rounding in its name: to nearest, as everywhere on the host -------------

inline float __fadd_rn(float x, float y) { return x + y; }
inline float __fsub_rn(float x, float y) { return x - y; }
inline float __fmul_rn(float x, float y) { return x * y; }
inline float __fdiv_rn(float x, float y) { return x / y; }
inline float __fmaf_rn(float x, float y, float z) { return std::fma(x, y, z); }
inline float __frcp_rn(float x) { return 1 / x; }
inline float __fsqrt_rn(float x) { return std::sqrt(x); }
inline float __frsqrt_rn(float x) { return static_cast<float>(1 / std::sqrt(static_cast<double>(x))); }
inline double __dadd_rn(double x, double y) { return x + y; }
inline double __dsub_rn(double x, double y) { return x - y; }
inline double __dmul_rn(double x, double y) { return x * y; }
inline double __ddiv_rn(double x, double y) { return x / y; }
inline double __fma_rn(double x, double y, double z) { return std::fma(x, y, z); }
inline double __drcp_rn(double x) { return 1 / x; }
inline double __dsqrt_rn(double x) { return std::sqrt(x); }

// --- conversions: to nearest (rn), towards zero (rz), up (ru), down (rd) -------------------------

namespace scanlab::sim {
/// As the GPU converts an already rounded number: what does not fit becomes the nearest that does.
template <class Integer>
constexpr Integer saturate_to(double x) {
    constexpr Integer least = std::is_signed_v<Integer>
                                  ? static_cast<Integer>(Integer{1} << (8 * sizeof(Integer) - 1))
                                  : Integer{0};
    constexpr Integer most = static_cast<Integer>(~least);
    if (!(x == x)) return 0;
    if (x <= static_cast<double>(least)) return least;
    return x >= static_cast<double>(most) ? most : static_cast<Integer>(x);
}
} // namespace scanlab::sim

#define SCANLAB_ROUND(from, From, to, To)                                                              \
    inline To __##from##2##to##_rn(From x) {                                                           \
        return scanlab::sim::saturate_to<To>(std::nearbyint(x));                                       \
    }                                                                                                  \
    inline To __##from##2##to##_rz(From x) { return scanlab::sim::saturate_to<To>(std::trunc(x)); }    \
    inline To __##from##2##to##_ru(From x) { return scanlab::sim::saturate_to<To>(std::ceil(x)); }     \
    inline To __##from##2##to##_rd(From x) { return scanlab::sim::saturate_to<To>(std::floor(x)); }
SCANLAB_ROUND(float, float, int, int)
SCANLAB_ROUND(float, float, uint, unsigned)
SCANLAB_ROUND(float, float, ll, long long)
SCANLAB_ROUND(float, float, ull, unsigned long long)
SCANLAB_ROUND(double, double, int, int)
SCANLAB_ROUND(double, double, uint, unsigned)
SCANLAB_ROUND(double, double, ll, long long)
SCANLAB_ROUND(double, double, ull, unsigned long long)
#undef SCANLAB_ROUND

inline float __int2float_rn(int x) { return static_cast<float>(x); }
inline float __uint2float_rn(unsigned x) { return static_cast<float>(x); }
inline float __ll2float_rn(long long x) { return static_cast<float>(x); }
inline float __ull2float_rn(unsigned long long x) { return static_cast<float>(x); }
inline double __int2double_rn(int x) { return x; }
inline double __uint2double_rn(unsigned x) { return x; }
inline double __ll2double_rn(long long x) { return static_cast<double>(x); }
inline double __ull2double_rn(unsigned long long x) { return static_cast<double>(x); }
inline float __double2float_rn(double x) { return static_cast<float>(x); }

SCANLAB_DEVICE_ONLY_END
