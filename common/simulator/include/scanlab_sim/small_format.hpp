/// \file
/// The formats of floating-point numbers of 8 and 16 bits, and their bits.
#pragma once

#include <cstdint>

namespace scanlab::sim {

enum class SmallFormat { half, bfloat16, e5m2, e4m3 };
enum class Rounding { nearest, to_zero, up, down };

/// The number nearest to x, or beside it; what is too large becomes infinite, or the largest if it is
/// rounded towards zero.
std::uint16_t small_float(SmallFormat format, double x, Rounding rounding = Rounding::nearest);
double value_of_small_float(SmallFormat format, std::uint16_t bits);
/// a * b + c, rounded once.
std::uint16_t small_float_fma(SmallFormat format, std::uint16_t a, std::uint16_t b, std::uint16_t c);

} // namespace scanlab::sim
