/// \file
/// Floating-point numbers of 16 bits, alone and in pairs: what `cuda_fp16.h` and `cuda_bf16.h` have in
/// common. Each operation is rounded once, to nearest, ties to even; functions such as hexp() are those
/// of float, rounded.
#pragma once

#include "atomics.hpp"
#include "math.hpp"
#include "small_format.hpp"
#include "warp.hpp"

#include "../vector_functions.h"

#include <cmath>
#include <cstdint>

namespace scanlab::sim {

/// The bits alone, of one and of two.
struct SmallBits {
    unsigned short x;
};
struct alignas(4) SmallBits2 {
    unsigned short x, y;
};

template <SmallFormat FORMAT>
class SmallFloat {
public:
    SmallFloat() = default;
    template <class T>
    requires std::is_arithmetic_v<T> SCANLAB_UNOBSERVED constexpr SmallFloat(T value)
        : bits_(small_float(FORMAT, static_cast<double>(value))) {}
    SCANLAB_UNOBSERVED constexpr SmallFloat(SmallBits raw) : bits_(raw.x) {}

    SCANLAB_UNOBSERVED static SmallFloat of_bits(std::uint16_t bits) {
        return SmallFloat(SmallBits{bits});
    }
    SCANLAB_UNOBSERVED static SmallFloat rounded(double value, Rounding rounding) {
        return of_bits(small_float(FORMAT, value, rounding));
    }
    SCANLAB_UNOBSERVED std::uint16_t bits() const { return bits_; }
    SCANLAB_UNOBSERVED double value() const { return value_of_small_float(FORMAT, bits_); }
    SCANLAB_UNOBSERVED operator float() const { return static_cast<float>(value()); }
    SCANLAB_UNOBSERVED operator SmallBits() const { return {bits_}; }

#define SCANLAB_SMALL_OPERATOR(operation, name)                                                        \
    SCANLAB_UNOBSERVED friend SmallFloat operator operation(SmallFloat a, SmallFloat b) {              \
        return SmallFloat(a.value() operation b.value());                                              \
    }                                                                                                  \
    SCANLAB_UNOBSERVED friend SmallFloat& operator operation##=(SmallFloat& a, SmallFloat b) {         \
        return a = a operation b;                                                                      \
    }                                                                                                  \
    SCANLAB_UNOBSERVED friend SmallFloat name(SmallFloat a, SmallFloat b) { return a operation b; }    \
    SCANLAB_UNOBSERVED friend SmallFloat name##_rn(SmallFloat a, SmallFloat b) {                       \
        return a operation b;                                                                          \
    }                                                                                                  \
    SCANLAB_UNOBSERVED friend SmallFloat name##_sat(SmallFloat a, SmallFloat b) {                      \
        return saturated(a.value() operation b.value());                                               \
    }
    // In double, the results of two numbers of so few bits are exact, or so long that to round them
    // again makes no difference.
    SCANLAB_SMALL_OPERATOR(+, __hadd)
    SCANLAB_SMALL_OPERATOR(-, __hsub)
    SCANLAB_SMALL_OPERATOR(*, __hmul)
    SCANLAB_SMALL_OPERATOR(/, __hdiv)
#undef SCANLAB_SMALL_OPERATOR
    SCANLAB_UNOBSERVED friend SmallFloat operator+(SmallFloat a) { return a; }
    SCANLAB_UNOBSERVED friend SmallFloat operator-(SmallFloat a) {
        return of_bits(static_cast<std::uint16_t>(a.bits_ ^ 0x8000));
    }
    SCANLAB_UNOBSERVED friend SmallFloat& operator++(SmallFloat& a) { return a = a + SmallFloat(1); }
    SCANLAB_UNOBSERVED friend SmallFloat& operator--(SmallFloat& a) { return a = a - SmallFloat(1); }
    SCANLAB_UNOBSERVED friend SmallFloat operator++(SmallFloat& a, int) {
        const SmallFloat before = a;
        ++a;
        return before;
    }
    SCANLAB_UNOBSERVED friend SmallFloat operator--(SmallFloat& a, int) {
        const SmallFloat before = a;
        --a;
        return before;
    }

    // Comparisons with what is no number do not hold, but for those whose name ends in u.
#define SCANLAB_SMALL_COMPARISON(operation, name)                                                      \
    SCANLAB_UNOBSERVED friend bool operator operation(SmallFloat a, SmallFloat b) {                    \
        return a.value() operation b.value();                                                          \
    }                                                                                                  \
    SCANLAB_UNOBSERVED friend bool name(SmallFloat a, SmallFloat b) {                                  \
        return a operation b && ordered(a, b);                                                         \
    }                                                                                                  \
    SCANLAB_UNOBSERVED friend bool name##u(SmallFloat a, SmallFloat b) {                               \
        return a operation b || !ordered(a, b);                                                        \
    }
    SCANLAB_SMALL_COMPARISON(==, __heq)
    SCANLAB_SMALL_COMPARISON(!=, __hne)
    SCANLAB_SMALL_COMPARISON(<, __hlt)
    SCANLAB_SMALL_COMPARISON(<=, __hle)
    SCANLAB_SMALL_COMPARISON(>, __hgt)
    SCANLAB_SMALL_COMPARISON(>=, __hge)
#undef SCANLAB_SMALL_COMPARISON

    SCANLAB_UNOBSERVED friend bool __hisnan(SmallFloat a) { return std::isnan(a.value()); }
    SCANLAB_UNOBSERVED friend int __hisinf(SmallFloat a) {
        return !std::isinf(a.value()) ? 0 : a.value() < 0 ? -1 : 1;
    }
    SCANLAB_UNOBSERVED friend SmallFloat __hneg(SmallFloat a) { return -a; }
    SCANLAB_UNOBSERVED friend SmallFloat __habs(SmallFloat a) {
        return of_bits(static_cast<std::uint16_t>(a.bits_ & 0x7FFF));
    }
    SCANLAB_UNOBSERVED friend SmallFloat __hfma(SmallFloat a, SmallFloat b, SmallFloat c) {
        return of_bits(small_float_fma(FORMAT, a.bits_, b.bits_, c.bits_));
    }
    SCANLAB_UNOBSERVED friend SmallFloat __hfma_sat(SmallFloat a, SmallFloat b, SmallFloat c) {
        return saturated(__hfma(a, b, c).value());
    }
    SCANLAB_UNOBSERVED friend SmallFloat __hfma_relu(SmallFloat a, SmallFloat b, SmallFloat c) {
        const SmallFloat result = __hfma(a, b, c);
        return result.value() < 0 ? SmallFloat(0) : result;
    }
    SCANLAB_UNOBSERVED friend SmallFloat __hmax(SmallFloat a, SmallFloat b) {
        return SmallFloat(std::fmax(a.value(), b.value()));
    }
    SCANLAB_UNOBSERVED friend SmallFloat __hmin(SmallFloat a, SmallFloat b) {
        return SmallFloat(std::fmin(a.value(), b.value()));
    }
    SCANLAB_UNOBSERVED friend SmallFloat __hmax_nan(SmallFloat a, SmallFloat b) {
        return ordered(a, b) ? __hmax(a, b) : of_bits(0x7FFF);
    }
    SCANLAB_UNOBSERVED friend SmallFloat __hmin_nan(SmallFloat a, SmallFloat b) {
        return ordered(a, b) ? __hmin(a, b) : of_bits(0x7FFF);
    }

#define SCANLAB_SMALL_FUNCTION(name, ...)                                                              \
    SCANLAB_UNOBSERVED friend SmallFloat name(SmallFloat small) {                                      \
        const double a = small.value();                                                                \
        return SmallFloat(__VA_ARGS__);                                                                \
    }
    SCANLAB_SMALL_FUNCTION(hsqrt, std::sqrt(a))
    SCANLAB_SMALL_FUNCTION(hrsqrt, 1 / std::sqrt(a))
    SCANLAB_SMALL_FUNCTION(hrcp, 1 / a)
    SCANLAB_SMALL_FUNCTION(hexp, std::exp(a))
    SCANLAB_SMALL_FUNCTION(hexp2, std::exp2(a))
    SCANLAB_SMALL_FUNCTION(hexp10, std::pow(10.0, a))
    SCANLAB_SMALL_FUNCTION(hlog, std::log(a))
    SCANLAB_SMALL_FUNCTION(hlog2, std::log2(a))
    SCANLAB_SMALL_FUNCTION(hlog10, std::log10(a))
    SCANLAB_SMALL_FUNCTION(hsin, std::sin(a))
    SCANLAB_SMALL_FUNCTION(hcos, std::cos(a))
    SCANLAB_SMALL_FUNCTION(htanh, std::tanh(a))
    SCANLAB_SMALL_FUNCTION(hfloor, std::floor(a))
    SCANLAB_SMALL_FUNCTION(hceil, std::ceil(a))
    SCANLAB_SMALL_FUNCTION(htrunc, std::trunc(a))
    SCANLAB_SMALL_FUNCTION(hrint, std::nearbyint(a))
#undef SCANLAB_SMALL_FUNCTION

private:
    SCANLAB_UNOBSERVED static bool ordered(SmallFloat a, SmallFloat b) {
        return !std::isnan(a.value()) && !std::isnan(b.value());
    }
    SCANLAB_UNOBSERVED static SmallFloat saturated(double a) {
        return SmallFloat(!(a > 0) ? 0 : a < 1 ? a : 1);
    }

    std::uint16_t bits_;
};

/// Two of them, which one instruction moves.
template <SmallFormat FORMAT>
struct alignas(4) SmallFloat2 {
    using Small = SmallFloat<FORMAT>;
    Small x, y;

    SmallFloat2() = default;
    SCANLAB_UNOBSERVED SmallFloat2(Small a, Small b) : x(a), y(b) {}
    SCANLAB_UNOBSERVED SmallFloat2(SmallBits2 raw) : x(SmallBits{raw.x}), y(SmallBits{raw.y}) {}
    SCANLAB_UNOBSERVED operator SmallBits2() const { return {x.bits(), y.bits()}; }

#define SCANLAB_SMALL_PAIR(name, single)                                                               \
    SCANLAB_UNOBSERVED friend SmallFloat2 name(SmallFloat2 a, SmallFloat2 b) {                         \
        return {single(a.x, b.x), single(a.y, b.y)};                                                   \
    }
#define SCANLAB_SMALL_PAIR_OPERATOR(operation, name)                                                   \
    SCANLAB_UNOBSERVED friend SmallFloat2 operator operation(SmallFloat2 a, SmallFloat2 b) {           \
        return {a.x operation b.x, a.y operation b.y};                                                 \
    }                                                                                                  \
    SCANLAB_UNOBSERVED friend SmallFloat2& operator operation##=(SmallFloat2& a, SmallFloat2 b) {      \
        return a = a operation b;                                                                      \
    }                                                                                                  \
    SCANLAB_SMALL_PAIR(name##2, name)                                                                  \
    SCANLAB_SMALL_PAIR(name##2_rn, name)                                                               \
    SCANLAB_SMALL_PAIR(name##2_sat, name##_sat)
    SCANLAB_SMALL_PAIR_OPERATOR(+, __hadd)
    SCANLAB_SMALL_PAIR_OPERATOR(-, __hsub)
    SCANLAB_SMALL_PAIR_OPERATOR(*, __hmul)
#undef SCANLAB_SMALL_PAIR_OPERATOR
    SCANLAB_UNOBSERVED friend SmallFloat2 operator/(SmallFloat2 a, SmallFloat2 b) {
        return {a.x / b.x, a.y / b.y};
    }
    SCANLAB_SMALL_PAIR(__h2div, __hdiv)
    SCANLAB_SMALL_PAIR(__hmax2, __hmax)
    SCANLAB_SMALL_PAIR(__hmin2, __hmin)
    SCANLAB_UNOBSERVED friend SmallFloat2 operator-(SmallFloat2 a) { return {-a.x, -a.y}; }
    SCANLAB_UNOBSERVED friend SmallFloat2 __hneg2(SmallFloat2 a) { return -a; }
    SCANLAB_UNOBSERVED friend SmallFloat2 __habs2(SmallFloat2 a) { return {__habs(a.x), __habs(a.y)}; }
    SCANLAB_UNOBSERVED friend SmallFloat2 __hfma2(SmallFloat2 a, SmallFloat2 b, SmallFloat2 c) {
        return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
    }
    SCANLAB_UNOBSERVED friend SmallFloat2 __hfma2_sat(SmallFloat2 a, SmallFloat2 b, SmallFloat2 c) {
        return {__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)};
    }

    /// As numbers 1 and 0, as one answer for both, as masks.
#define SCANLAB_SMALL_PAIR_COMPARISON(name)                                                            \
    SCANLAB_SMALL_PAIR(__h##name##2, __h##name)                                                        \
    SCANLAB_UNOBSERVED friend bool __hb##name##2(SmallFloat2 a, SmallFloat2 b) {                       \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                             \
    }                                                                                                  \
    SCANLAB_UNOBSERVED friend unsigned __h##name##2_mask(SmallFloat2 a, SmallFloat2 b) {               \
        return (__h##name(a.x, b.x) ? 0xFFFFu : 0u) | (__h##name(a.y, b.y) ? 0xFFFF0000u : 0u);        \
    }
    SCANLAB_SMALL_PAIR_COMPARISON(eq)
    SCANLAB_SMALL_PAIR_COMPARISON(ne)
    SCANLAB_SMALL_PAIR_COMPARISON(lt)
    SCANLAB_SMALL_PAIR_COMPARISON(le)
    SCANLAB_SMALL_PAIR_COMPARISON(gt)
    SCANLAB_SMALL_PAIR_COMPARISON(ge)
#undef SCANLAB_SMALL_PAIR_COMPARISON
#undef SCANLAB_SMALL_PAIR
    SCANLAB_UNOBSERVED friend bool operator==(SmallFloat2 a, SmallFloat2 b) {
        return a.x == b.x && a.y == b.y;
    }
    SCANLAB_UNOBSERVED friend bool operator!=(SmallFloat2 a, SmallFloat2 b) { return !(a == b); }

#define SCANLAB_SMALL_PAIR_FUNCTION(name)                                                              \
    SCANLAB_UNOBSERVED friend SmallFloat2 h2##name(SmallFloat2 a) {                                    \
        return {h##name(a.x), h##name(a.y)};                                                           \
    }
    SCANLAB_SMALL_PAIR_FUNCTION(sqrt)
    SCANLAB_SMALL_PAIR_FUNCTION(rsqrt)
    SCANLAB_SMALL_PAIR_FUNCTION(rcp)
    SCANLAB_SMALL_PAIR_FUNCTION(exp)
    SCANLAB_SMALL_PAIR_FUNCTION(exp2)
    SCANLAB_SMALL_PAIR_FUNCTION(exp10)
    SCANLAB_SMALL_PAIR_FUNCTION(log)
    SCANLAB_SMALL_PAIR_FUNCTION(log2)
    SCANLAB_SMALL_PAIR_FUNCTION(log10)
    SCANLAB_SMALL_PAIR_FUNCTION(sin)
    SCANLAB_SMALL_PAIR_FUNCTION(cos)
    SCANLAB_SMALL_PAIR_FUNCTION(tanh)
    SCANLAB_SMALL_PAIR_FUNCTION(floor)
    SCANLAB_SMALL_PAIR_FUNCTION(ceil)
    SCANLAB_SMALL_PAIR_FUNCTION(trunc)
    SCANLAB_SMALL_PAIR_FUNCTION(rint)
#undef SCANLAB_SMALL_PAIR_FUNCTION

    SCANLAB_UNOBSERVED friend float __low2float(SmallFloat2 a) { return a.x; }
    SCANLAB_UNOBSERVED friend float __high2float(SmallFloat2 a) { return a.y; }
    SCANLAB_UNOBSERVED friend SmallFloat2 __lowhigh2highlow(SmallFloat2 a) { return {a.y, a.x}; }
    SCANLAB_UNOBSERVED friend SmallFloat2 __lows2half2(SmallFloat2 a, SmallFloat2 b) {
        return {a.x, b.x};
    }
    SCANLAB_UNOBSERVED friend SmallFloat2 __highs2half2(SmallFloat2 a, SmallFloat2 b) {
        return {a.y, b.y};
    }
};

/// The bits that a shuffle carries.
template <SmallFormat FORMAT>
SCANLAB_UNOBSERVED inline unsigned word_of(SmallFloat<FORMAT> a) {
    return a.bits();
}
template <SmallFormat FORMAT>
SCANLAB_UNOBSERVED inline unsigned word_of(SmallFloat2<FORMAT> a) {
    return a.x.bits() | static_cast<unsigned>(a.y.bits()) << 16;
}
template <SmallFormat FORMAT>
SCANLAB_UNOBSERVED inline void set_word(SmallFloat<FORMAT>& a, unsigned word) {
    a = SmallFloat<FORMAT>::of_bits(static_cast<std::uint16_t>(word));
}
template <SmallFormat FORMAT>
SCANLAB_UNOBSERVED inline void set_word(SmallFloat2<FORMAT>& a, unsigned word) {
    set_word(a.x, word);
    set_word(a.y, word >> 16);
}

template <class T>
concept SmallValue = requires(T value) {
    word_of(value);
};

} // namespace scanlab::sim

#define SCANLAB_SMALL_SHUFFLE(name, Parameter)                                                         \
    template <scanlab::sim::SmallValue T>                                                              \
    SCANLAB_CALL_SITE T name(unsigned mask, T value, Parameter parameter, int width = warpSize) {      \
        scanlab::sim::set_word(value, name(mask, scanlab::sim::word_of(value), parameter, width));     \
        return value;                                                                                  \
    }
SCANLAB_SMALL_SHUFFLE(__shfl_sync, int)
SCANLAB_SMALL_SHUFFLE(__shfl_up_sync, unsigned)
SCANLAB_SMALL_SHUFFLE(__shfl_down_sync, unsigned)
SCANLAB_SMALL_SHUFFLE(__shfl_xor_sync, int)
#undef SCANLAB_SMALL_SHUFFLE

template <scanlab::sim::SmallValue T>
SCANLAB_CALL_SITE T atomicAdd(T* address, scanlab::sim::NotDeduced<T> operand) {
    return scanlab::sim::atomic_update<scanlab::sim::operation::Add>(
        address, operand, scanlab::sim::MemoryOrder::legacy, scanlab::sim::Scope::device);
}

/// What is named after a format: `__float2half()` and its relatives.
#define SCANLAB_SMALL_CONVERSIONS(Type, Pair, name, pair_name)                                         \
    SCANLAB_UNOBSERVED inline Type __float2##name(float a) { return Type(a); }                         \
    SCANLAB_UNOBSERVED inline Type __double2##name(double a) { return Type(a); }                       \
    SCANLAB_UNOBSERVED inline float __##name##2float(Type a) { return a; }                             \
    SCANLAB_SMALL_FROM_AND_TO(Type, name, float, float)                                                \
    SCANLAB_SMALL_FROM_AND_TO_INTEGER(Type, name, int, int)                                            \
    SCANLAB_SMALL_FROM_AND_TO_INTEGER(Type, name, uint, unsigned)                                      \
    SCANLAB_SMALL_FROM_AND_TO_INTEGER(Type, name, short, short)                                        \
    SCANLAB_SMALL_FROM_AND_TO_INTEGER(Type, name, ushort, unsigned short)                              \
    SCANLAB_SMALL_FROM_AND_TO_INTEGER(Type, name, ll, long long)                                       \
    SCANLAB_SMALL_FROM_AND_TO_INTEGER(Type, name, ull, unsigned long long)                             \
    SCANLAB_UNOBSERVED inline short __##name##_as_short(Type a) {                                      \
        return static_cast<short>(a.bits());                                                           \
    }                                                                                                  \
    SCANLAB_UNOBSERVED inline unsigned short __##name##_as_ushort(Type a) { return a.bits(); }         \
    SCANLAB_UNOBSERVED inline Type __short_as_##name(short a) {                                        \
        return Type::of_bits(static_cast<unsigned short>(a));                                          \
    }                                                                                                  \
    SCANLAB_UNOBSERVED inline Type __ushort_as_##name(unsigned short a) { return Type::of_bits(a); }   \
    SCANLAB_UNOBSERVED inline Pair __float2##pair_name##_rn(float a) { return {Type(a), Type(a)}; }    \
    SCANLAB_UNOBSERVED inline Pair __floats2##pair_name##_rn(float a, float b) {                       \
        return {Type(a), Type(b)};                                                                     \
    }                                                                                                  \
    SCANLAB_UNOBSERVED inline Pair __float22##pair_name##_rn(float2 a) {                               \
        return {Type(a.x), Type(a.y)};                                                                 \
    }                                                                                                  \
    SCANLAB_UNOBSERVED inline Type __low2##name(Pair a) { return a.x; }                                \
    SCANLAB_UNOBSERVED inline Type __high2##name(Pair a) { return a.y; }                               \
    SCANLAB_UNOBSERVED inline Pair __low2##pair_name(Pair a) { return {a.x, a.x}; }                    \
    SCANLAB_UNOBSERVED inline Pair __high2##pair_name(Pair a) { return {a.y, a.y}; }                   \
    SCANLAB_UNOBSERVED inline Pair __halves2##pair_name(Type a, Type b) { return {a, b}; }             \
    SCANLAB_UNOBSERVED inline Pair __##name##2##pair_name(Type a) { return {a, a}; }                   \
    SCANLAB_UNOBSERVED inline Pair make_##pair_name(Type a, Type b) { return {a, b}; }
#define SCANLAB_SMALL_FROM_AND_TO(Type, name, from, From)                                              \
    SCANLAB_UNOBSERVED inline Type __##from##2##name##_rn(From a) { return Type(a); }                  \
    SCANLAB_UNOBSERVED inline Type __##from##2##name##_rz(From a) {                                    \
        return Type::rounded(static_cast<double>(a), scanlab::sim::Rounding::to_zero);                 \
    }                                                                                                  \
    SCANLAB_UNOBSERVED inline Type __##from##2##name##_ru(From a) {                                    \
        return Type::rounded(static_cast<double>(a), scanlab::sim::Rounding::up);                      \
    }                                                                                                  \
    SCANLAB_UNOBSERVED inline Type __##from##2##name##_rd(From a) {                                    \
        return Type::rounded(static_cast<double>(a), scanlab::sim::Rounding::down);                    \
    }
#define SCANLAB_SMALL_FROM_AND_TO_INTEGER(Type, name, from, From)                                      \
    SCANLAB_SMALL_FROM_AND_TO(Type, name, from, From)                                                  \
    SCANLAB_UNOBSERVED inline From __##name##2##from##_rn(Type a) {                                    \
        return scanlab::sim::saturate_to<From>(std::nearbyint(a.value()));                             \
    }                                                                                                  \
    SCANLAB_UNOBSERVED inline From __##name##2##from##_rz(Type a) {                                    \
        return scanlab::sim::saturate_to<From>(std::trunc(a.value()));                                 \
    }                                                                                                  \
    SCANLAB_UNOBSERVED inline From __##name##2##from##_ru(Type a) {                                    \
        return scanlab::sim::saturate_to<From>(std::ceil(a.value()));                                  \
    }                                                                                                  \
    SCANLAB_UNOBSERVED inline From __##name##2##from##_rd(Type a) {                                    \
        return scanlab::sim::saturate_to<From>(std::floor(a.value()));                                 \
    }
