#include "scanlab_sim/small_floats.hpp"

#include "scanlab_sim/enumerators.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace scanlab::sim {

namespace {

struct Shape {
    int bits, fraction_bits, least_exponent;
    std::uint16_t infinity; ///< in e4m3, which has none, what is no number
};

Shape shape_of(SmallFormat format) {
    constexpr Shape shapes[] = {
        {16, 10, -14, 0x7C00}, {16, 7, -126, 0x7F80}, {8, 2, -14, 0x7C}, {8, 3, -6, 0x7F}};
    static_assert(std::size(shapes) == enumerators<SmallFormat>);
    return shapes[static_cast<int>(format)];
}

std::uint16_t sign_bit(Shape shape) { return static_cast<std::uint16_t>(1 << (shape.bits - 1)); }

double rounded_to_whole(double x, Rounding rounding, bool negative) {
    switch (rounding) {
    case Rounding::nearest:
        return std::nearbyint(x);
    case Rounding::to_zero:
        return std::floor(x);
    case Rounding::up:
        return negative ? std::floor(x) : std::ceil(x);
    case Rounding::down:
        break;
    }
    return negative ? std::ceil(x) : std::floor(x);
}

/// The sum as if it had been cut off after its last bit, which is 1 if anything was: to round it again
/// to fewer bits gives what rounding the sum itself would (Boldo and Melquiond, "Emulation of FMA and
/// Correctly Rounded Sums", IEEE Transactions on Computers 2008).
double sum_rounded_to_odd(double a, double b) {
    const double sum = a + b;
    if (!std::isfinite(sum)) return sum;
    const double part_of_b = sum - a;
    const double error = (a - (sum - part_of_b)) + (b - part_of_b);
    const bool is_even = (std::bit_cast<std::uint64_t>(sum) & 1) == 0;
    if (error == 0 || !is_even) return sum;
    return std::nextafter(sum, error > 0 ? HUGE_VAL : -HUGE_VAL);
}

} // namespace

std::uint16_t small_float(SmallFormat format, double x, Rounding rounding) {
    const Shape shape = shape_of(format);
    if (std::isnan(x)) return static_cast<std::uint16_t>(sign_bit(shape) - 1);
    const bool negative = std::signbit(x);
    const auto sign = static_cast<std::uint16_t>(negative ? sign_bit(shape) : 0);
    if (std::isinf(x)) return sign | shape.infinity;
    const double magnitude = std::abs(x);
    const int exponent =
        magnitude == 0 ? shape.least_exponent : std::max(std::ilogb(magnitude), shape.least_exponent);
    if (exponent > 127 + 1) return sign | shape.infinity; // and far beyond all that could be rounded
    const double units =
        rounded_to_whole(std::scalbn(magnitude, shape.fraction_bits - exponent), rounding, negative);
    // The fraction's leading 1 adds 1 to the exponent, and so does its overflow.
    const std::uint64_t bits =
        (static_cast<std::uint64_t>(exponent - shape.least_exponent) << shape.fraction_bits) +
        static_cast<std::uint64_t>(units);
    if (bits < shape.infinity) return sign | static_cast<std::uint16_t>(bits);
    const bool stays_finite = rounding == Rounding::to_zero || (rounding == Rounding::up && negative) ||
                              (rounding == Rounding::down && !negative);
    return sign | static_cast<std::uint16_t>(shape.infinity - (stays_finite ? 1 : 0));
}

double value_of_small_float(SmallFormat format, std::uint16_t bits) {
    if (format == SmallFormat::bfloat16)
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
    const Shape shape = shape_of(format);
    const int size = bits & (sign_bit(shape) - 1), leading = 1 << shape.fraction_bits;
    const int exponent =
        std::max(size >> shape.fraction_bits, 1) - 1 + shape.least_exponent - shape.fraction_bits;
    const int fraction = size < leading ? size : leading | (size & (leading - 1));
    const bool is_infinite = size == shape.infinity && format != SmallFormat::e4m3;
    const double magnitude = size < shape.infinity ? std::scalbn(fraction, exponent)
                             : is_infinite         ? HUGE_VAL
                                                   : std::nan("");
    return (bits & sign_bit(shape)) != 0 ? -magnitude : magnitude;
}

std::uint16_t small_float_fma(SmallFormat format, std::uint16_t a, std::uint16_t b, std::uint16_t c) {
    const double product = value_of_small_float(format, a) * value_of_small_float(format, b); // exact
    return small_float(format, sum_rounded_to_odd(product, value_of_small_float(format, c)));
}

} // namespace scanlab::sim
