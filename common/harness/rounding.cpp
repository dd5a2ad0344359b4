#include "rounding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scanlab {
namespace {

constexpr double u = 0x1p-24; // a rounded sum is off by this share of itself at most
constexpr double largest_exact = 0x1p24;

} // namespace

void RoundingBound::add(float number) {
    ++numbers_;
    absolute_ += std::abs(static_cast<double>(number));
    is_exact_ = is_exact_ && std::trunc(number) == number && absolute_ <= largest_exact;
}

double RoundingBound::error() const {
    if (is_exact_) return 0;
    const double k = static_cast<double>(std::min(most_, numbers_ - 1)) * u;
    return k < 1 ? k / (1 - k) * absolute_ : std::numeric_limits<double>::infinity();
}

bool RoundingBound::allows(float expected, float got) const {
    const double off = std::abs(static_cast<double>(got) - static_cast<double>(expected));
    const double of_expected = is_exact_ ? 0 : u * std::abs(static_cast<double>(expected));
    return off <= error() + of_expected; // not so if got is no number
}

} // namespace scanlab
