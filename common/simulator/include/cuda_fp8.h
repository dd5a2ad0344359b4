/// \file
/// Floating-point numbers of 8 bits: E4M3, with 3 bits of fraction and no infinity, and E5M2, with 2.
/// They are stored and converted, and calculated with in other formats.
#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"

using __nv_fp8_storage_t = unsigned char;
using __nv_fp8x2_storage_t = unsigned short;
using __nv_fp8x4_storage_t = unsigned;

enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

namespace scanlab::sim {

SCANLAB_UNOBSERVED constexpr SmallFormat fp8_format(__nv_fp8_interpretation_t kind) {
    return kind == __NV_E4M3 ? SmallFormat::e4m3 : SmallFormat::e5m2;
}
/// What is too large for the format becomes its largest number, if it is to be saturated.
SCANLAB_UNOBSERVED inline __nv_fp8_storage_t fp8_of(double x, __nv_saturation_t saturation,
                                                    __nv_fp8_interpretation_t kind) {
    const unsigned bits = small_float(fp8_format(kind), x), largest = kind == __NV_E4M3 ? 0x7E : 0x7B;
    const bool saturates = saturation == __NV_SATFINITE && !std::isnan(x) && (bits & 0x7F) > largest;
    return static_cast<__nv_fp8_storage_t>(saturates ? (bits & 0x80) | largest : bits);
}
SCANLAB_UNOBSERVED inline double value_of_fp8(__nv_fp8_storage_t bits, __nv_fp8_interpretation_t kind) {
    return value_of_small_float(fp8_format(kind), bits);
}

} // namespace scanlab::sim

#define SCANLAB_FP8_FROM(name, From)                                                                   \
    SCANLAB_UNOBSERVED inline __nv_fp8_storage_t __nv_cvt_##name##_to_fp8(                             \
        From x, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) {                        \
        return scanlab::sim::fp8_of(x, saturation, kind);                                              \
    }
#define SCANLAB_FP8_FROM_PAIR(name, From)                                                              \
    SCANLAB_UNOBSERVED inline __nv_fp8x2_storage_t __nv_cvt_##name##_to_fp8x2(                         \
        From pair, __nv_saturation_t saturation, __nv_fp8_interpretation_t kind) {                     \
        const unsigned low = scanlab::sim::fp8_of(pair.x, saturation, kind);                           \
        const unsigned high = scanlab::sim::fp8_of(pair.y, saturation, kind);                          \
        return static_cast<__nv_fp8x2_storage_t>(low | high << 8);                                     \
    }
SCANLAB_FP8_FROM(double, double)
SCANLAB_FP8_FROM(float, float)
SCANLAB_FP8_FROM(halfraw, __half)
SCANLAB_FP8_FROM(bfloat16raw, __nv_bfloat16)
SCANLAB_FP8_FROM_PAIR(double2, double2)
SCANLAB_FP8_FROM_PAIR(float2, float2)
SCANLAB_FP8_FROM_PAIR(halfraw2, __half2)
SCANLAB_FP8_FROM_PAIR(bfloat16raw2, __nv_bfloat162)
#undef SCANLAB_FP8_FROM
#undef SCANLAB_FP8_FROM_PAIR

SCANLAB_UNOBSERVED inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x,
                                                             __nv_fp8_interpretation_t kind) {
    return __half(scanlab::sim::value_of_fp8(x, kind));
}
SCANLAB_UNOBSERVED inline __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x,
                                                                 __nv_fp8_interpretation_t kind) {
    return {__nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(x), kind).x,
            __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(x >> 8), kind).x};
}

namespace scanlab::sim {

template <__nv_fp8_interpretation_t KIND>
struct Fp8 {
    __nv_fp8_storage_t __x;

    Fp8() = default;
    template <class T>
    requires std::is_arithmetic_v<T> SCANLAB_UNOBSERVED explicit Fp8(T x)
        : __x(fp8_of(static_cast<double>(x), __NV_SATFINITE, KIND)) {}
    template <SmallFormat FORMAT>
    SCANLAB_UNOBSERVED explicit Fp8(SmallFloat<FORMAT> x)
        : __x(fp8_of(x.value(), __NV_SATFINITE, KIND)) {}

    SCANLAB_UNOBSERVED double value() const { return value_of_fp8(__x, KIND); }
    template <class T>
    requires std::is_floating_point_v<T> SCANLAB_UNOBSERVED explicit operator T() const {
        return static_cast<T>(value());
    }
    template <class T>
    requires std::is_integral_v<T> SCANLAB_UNOBSERVED explicit operator T() const {
        return saturate_to<T>(std::trunc(value()));
    }
    SCANLAB_UNOBSERVED explicit operator bool() const { return value() != 0; }
    template <SmallFormat FORMAT>
    SCANLAB_UNOBSERVED explicit operator SmallFloat<FORMAT>() const {
        return SmallFloat<FORMAT>(value());
    }
};

/// Two of them, the first in the low bits.
template <__nv_fp8_interpretation_t KIND>
struct Fp8x2 {
    __nv_fp8x2_storage_t __x;

    Fp8x2() = default;
    SCANLAB_UNOBSERVED explicit Fp8x2(float2 x)
        : __x(__nv_cvt_float2_to_fp8x2(x, __NV_SATFINITE, KIND)) {}
    SCANLAB_UNOBSERVED explicit Fp8x2(double2 x)
        : __x(__nv_cvt_double2_to_fp8x2(x, __NV_SATFINITE, KIND)) {}
    template <SmallFormat FORMAT>
    SCANLAB_UNOBSERVED explicit Fp8x2(SmallFloat2<FORMAT> x)
        : Fp8x2(double2{x.x.value(), x.y.value()}) {}

    SCANLAB_UNOBSERVED explicit operator float2() const {
        return {static_cast<float>(part(0)), static_cast<float>(part(8))};
    }
    template <SmallFormat FORMAT>
    SCANLAB_UNOBSERVED explicit operator SmallFloat2<FORMAT>() const {
        return {SmallFloat<FORMAT>(part(0)), SmallFloat<FORMAT>(part(8))};
    }

private:
    SCANLAB_UNOBSERVED double part(int shift) const {
        return value_of_fp8(static_cast<__nv_fp8_storage_t>(__x >> shift), KIND);
    }
};

/// Four of them.
template <__nv_fp8_interpretation_t KIND>
struct Fp8x4 {
    __nv_fp8x4_storage_t __x;

    Fp8x4() = default;
    SCANLAB_UNOBSERVED explicit Fp8x4(float4 x)
        : __x(joined(Fp8x2<KIND>(float2{x.x, x.y}), Fp8x2<KIND>(float2{x.z, x.w}))) {}
    template <SmallFormat FORMAT>
    SCANLAB_UNOBSERVED Fp8x4(SmallFloat2<FORMAT> low, SmallFloat2<FORMAT> high)
        : __x(joined(Fp8x2<KIND>(low), Fp8x2<KIND>(high))) {}
    SCANLAB_UNOBSERVED explicit operator float4() const {
        const float2 low = half_at(0), high = half_at(16);
        return {low.x, low.y, high.x, high.y};
    }

private:
    SCANLAB_UNOBSERVED static unsigned joined(Fp8x2<KIND> low, Fp8x2<KIND> high) {
        return low.__x | static_cast<unsigned>(high.__x) << 16;
    }
    SCANLAB_UNOBSERVED float2 half_at(int shift) const {
        Fp8x2<KIND> pair;
        pair.__x = static_cast<__nv_fp8x2_storage_t>(__x >> shift);
        return static_cast<float2>(pair);
    }
};

} // namespace scanlab::sim

using __nv_fp8_e4m3 = scanlab::sim::Fp8<__NV_E4M3>;
using __nv_fp8_e5m2 = scanlab::sim::Fp8<__NV_E5M2>;
using __nv_fp8x2_e4m3 = scanlab::sim::Fp8x2<__NV_E4M3>;
using __nv_fp8x2_e5m2 = scanlab::sim::Fp8x2<__NV_E5M2>;
using __nv_fp8x4_e4m3 = scanlab::sim::Fp8x4<__NV_E4M3>;
using __nv_fp8x4_e5m2 = scanlab::sim::Fp8x4<__NV_E5M2>;
