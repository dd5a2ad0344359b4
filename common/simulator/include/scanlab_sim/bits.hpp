/// \file
/// CUDA's integer intrinsics, and casts between a number and its bits.
#pragma once

#include "core.hpp"
#include "vector_types.h"

namespace scanlab::sim {
__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

template <class T>
constexpr T reverse_bits(T value) {
    T reversed = 0;
    for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit, value >>= 1)
        reversed = reversed << 1 | (value & 1);
    return reversed;
}
/// Of an unsigned number; all of its bits, if it is 0.
template <class T>
constexpr int leading_zeros(T value) {
    constexpr int bits = 8 * sizeof(T);
    return value == 0 ? bits : __builtin_clzll(value) - (64 - bits);
}
} // namespace scanlab::sim

SCANLAB_DEVICE_ONLY_BEGIN

constexpr int __popc(unsigned x) { return __builtin_popcount(x); }
constexpr int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
constexpr int __clz(int x) { return scanlab::sim::leading_zeros(static_cast<unsigned>(x)); }
constexpr int __clzll(long long x) {
    return scanlab::sim::leading_zeros(static_cast<unsigned long long>(x));
}
/// Position of the lowest set bit, counted from 1; 0 if there is none.
constexpr int __ffs(int x) { return __builtin_ffs(x); }
constexpr int __ffsll(long long x) { return __builtin_ffsll(x); }
constexpr unsigned __brev(unsigned x) { return scanlab::sim::reverse_bits(x); }
constexpr unsigned long long __brevll(unsigned long long x) { return scanlab::sim::reverse_bits(x); }

/// Position of the offset-th set bit of mask, counting from bit `base`, downwards if offset is
/// negative; ~0 if there is none.
constexpr unsigned __fns(unsigned mask, unsigned base, int offset) {
    const int step = offset < 0 ? -1 : 1;
    int left = offset == 0 ? 1 : offset * step;
    if (offset == 0) return mask >> base & 1 ? base : ~0u;
    for (int bit = static_cast<int>(base); bit >= 0 && bit < 32; bit += step)
        if ((mask >> bit & 1) && --left == 0) return static_cast<unsigned>(bit);
    return ~0u;
}

/// The products of four pairs of bytes, summed up, and c.
constexpr unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
    for (int shift = 0; shift < 32; shift += 8) c += (a >> shift & 255) * (b >> shift & 255);
    return c;
}
constexpr int __dp4a(int a, int b, int c) {
    auto sum = static_cast<unsigned>(c);
    for (int shift = 0; shift < 32; shift += 8)
        sum += static_cast<unsigned>(static_cast<signed char>(a >> shift) *
                                     static_cast<signed char>(b >> shift));
    return static_cast<int>(sum);
}
constexpr unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
    return c + static_cast<unsigned>(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
}
constexpr int __dp4a(char4 a, char4 b, int c) {
    return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

/// Four bytes chosen out of the eight of y:x by the low three bits of the selector's nibbles.
constexpr unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
    const unsigned long long bytes = static_cast<unsigned long long>(y) << 32 | x;
    unsigned result = 0;
    for (unsigned i = 0; i < 4; ++i)
        result |= static_cast<unsigned>(bytes >> 8 * (selector >> 4 * i & 7) & 0xFF) << 8 * i;
    return result;
}

// hi:lo shifted by `shift` bits, which wraps at 32 or, in the forms ending in c, is clamped to 32.
constexpr unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned shift) {
    const unsigned long long both = static_cast<unsigned long long>(hi) << 32 | lo;
    return static_cast<unsigned>(both << (shift < 32 ? shift : 32) >> 32);
}
constexpr unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned shift) {
    const unsigned long long both = static_cast<unsigned long long>(hi) << 32 | lo;
    return static_cast<unsigned>(both >> (shift < 32 ? shift : 32));
}
constexpr unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift) {
    return __funnelshift_lc(lo, hi, shift & 31);
}
constexpr unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift) {
    return __funnelshift_rc(lo, hi, shift & 31);
}

/// The low 32 bits of the product of the operands' low 24 bits.
constexpr int __mul24(int x, int y) {
    // Shifted up and down again, the operands' bit 23 becomes their sign.
    const auto low24 = [](int v) { return static_cast<int>(static_cast<unsigned>(v) << 8) >> 8; };
    return static_cast<int>(static_cast<unsigned>(low24(x)) * static_cast<unsigned>(low24(y)));
}
constexpr unsigned __umul24(unsigned x, unsigned y) { return (x & 0xFFFFFF) * (y & 0xFFFFFF); }
// The upper half of a product.
constexpr int __mulhi(int x, int y) { return static_cast<int>(static_cast<long long>(x) * y >> 32); }
constexpr unsigned __umulhi(unsigned x, unsigned y) {
    return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32);
}
constexpr long long __mul64hi(long long x, long long y) {
    return static_cast<long long>(static_cast<scanlab::sim::Int128>(x) * y >> 64);
}
constexpr unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
    return static_cast<unsigned long long>(static_cast<scanlab::sim::UInt128>(x) * y >> 64);
}

constexpr int __hadd(int x, int y) { return static_cast<int>((static_cast<long long>(x) + y) >> 1); }
constexpr unsigned __uhadd(unsigned x, unsigned y) {
    return static_cast<unsigned>((static_cast<unsigned long long>(x) + y) >> 1);
}
constexpr int __rhadd(int x, int y) {
    return static_cast<int>((static_cast<long long>(x) + y + 1) >> 1);
}
constexpr unsigned __urhadd(unsigned x, unsigned y) {
    return static_cast<unsigned>((static_cast<unsigned long long>(x) + y + 1) >> 1);
}
constexpr unsigned __sad(int x, int y, unsigned z) {
    return z + (x < y ? static_cast<unsigned>(y) - static_cast<unsigned>(x)
                      : static_cast<unsigned>(x) - static_cast<unsigned>(y));
}
constexpr unsigned __usad(unsigned x, unsigned y, unsigned z) { return z + (x < y ? y - x : x - y); }

constexpr float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
constexpr int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
constexpr float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
constexpr unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
constexpr double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
constexpr long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
constexpr double __hiloint2double(int hi, int lo) {
    return __longlong_as_double(static_cast<long long>(hi) * (1LL << 32) | static_cast<unsigned>(lo));
}
constexpr int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
constexpr int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }

SCANLAB_DEVICE_ONLY_END
