/// \file
/// How many tiles cover an array.
#pragma once

namespace scanlab {

/// `ceil(n / d)` for n ≥ 0, d > 0: how many tiles of d elements cover n elements.
constexpr long long ceil_div(long long n, long long d) { return (n + d - 1) / d; }

} // namespace scanlab
