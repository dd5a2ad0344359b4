/// \file
/// CUDA's SIMD intrinsics: two halfwords or four bytes of a word at a time.
#pragma once

#include "attributes.hpp"

#include <cstdint>
#include <limits>

namespace scanlab::sim {

/// The lanes of the result, each made by `operation` of two, and cut to its size.
template <class Lane, class Operation>
SCANLAB_UNOBSERVED constexpr unsigned by_lanes(unsigned a, unsigned b, Operation operation) {
    constexpr unsigned bits = 8 * sizeof(Lane), mask = bits == 8 ? 0xFF : 0xFFFF;
    unsigned result = 0;
    for (unsigned shift = 0; shift < 32; shift += bits) {
        const int x = static_cast<Lane>(a >> shift), y = static_cast<Lane>(b >> shift);
        result |= (static_cast<unsigned>(operation(x, y)) & mask) << shift;
    }
    return result;
}
/// The sum of what `operation` makes of the lanes.
template <class Lane, class Operation>
SCANLAB_UNOBSERVED constexpr unsigned sum_of_lanes(unsigned a, unsigned b, Operation operation) {
    unsigned sum = 0;
    for (unsigned shift = 0; shift < 32; shift += 8 * sizeof(Lane))
        sum += static_cast<unsigned>(operation(static_cast<int>(static_cast<Lane>(a >> shift)),
                                               static_cast<int>(static_cast<Lane>(b >> shift))));
    return sum;
}
template <class Lane>
SCANLAB_UNOBSERVED constexpr int saturated(int value) {
    constexpr int least = std::numeric_limits<Lane>::min(), most = std::numeric_limits<Lane>::max();
    return value < least ? least : value > most ? most : value;
}

} // namespace scanlab::sim

/// name2 for halfwords and name4 for bytes, which are signed or not. In the expression x and y are the
/// lanes.
#define SCANLAB_LANES(name, sign, ...)                                                                 \
    SCANLAB_LANES_OF(name##2, std::sign##16_t, __VA_ARGS__)                                            \
    SCANLAB_LANES_OF(name##4, std::sign##8_t, __VA_ARGS__)
#define SCANLAB_LANES_OF(name, Lane_, ...)                                                             \
    SCANLAB_UNOBSERVED constexpr unsigned name(unsigned a, unsigned b) {                               \
        using Lane [[maybe_unused]] = Lane_;                                                           \
        return scanlab::sim::by_lanes<Lane_>(                                                          \
            a, b, [](int x, [[maybe_unused]] int y) { return __VA_ARGS__; });                          \
    }
SCANLAB_LANES(__vadd, uint, x + y)
SCANLAB_LANES(__vsub, uint, x - y)
SCANLAB_LANES(__vaddss, int, scanlab::sim::saturated<Lane>(x + y))
SCANLAB_LANES(__vaddus, uint, scanlab::sim::saturated<Lane>(x + y))
SCANLAB_LANES(__vsubss, int, scanlab::sim::saturated<Lane>(x - y))
SCANLAB_LANES(__vsubus, uint, scanlab::sim::saturated<Lane>(x - y))
SCANLAB_LANES(__vmaxs, int, x > y ? x : y)
SCANLAB_LANES(__vmaxu, uint, x > y ? x : y)
SCANLAB_LANES(__vmins, int, x < y ? x : y)
SCANLAB_LANES(__vminu, uint, x < y ? x : y)
SCANLAB_LANES(__vavgs, int, (x + y + (x + y >= 0)) >> 1) // rounded away from zero
SCANLAB_LANES(__vavgu, uint, (x + y + 1) >> 1)
SCANLAB_LANES(__vhaddu, uint, (x + y) >> 1)
SCANLAB_LANES(__vabsdiffs, int, x < y ? y - x : x - y)
SCANLAB_LANES(__vabsdiffu, uint, x < y ? y - x : x - y)
/// Masks of the lanes for which it holds, or ones.
#define SCANLAB_LANES_COMPARED(name, sign, operation)                                                  \
    SCANLAB_LANES(__vcmp##name, sign, x operation y ? -1 : 0)                                          \
    SCANLAB_LANES(__vset##name, sign, x operation y ? 1 : 0)
SCANLAB_LANES_COMPARED(eq, int, ==)
SCANLAB_LANES_COMPARED(ne, int, !=)
SCANLAB_LANES_COMPARED(lts, int, <)
SCANLAB_LANES_COMPARED(ltu, uint, <)
SCANLAB_LANES_COMPARED(les, int, <=)
SCANLAB_LANES_COMPARED(leu, uint, <=)
SCANLAB_LANES_COMPARED(gts, int, >)
SCANLAB_LANES_COMPARED(gtu, uint, >)
SCANLAB_LANES_COMPARED(ges, int, >=)
SCANLAB_LANES_COMPARED(geu, uint, >=)
#undef SCANLAB_LANES_COMPARED
#undef SCANLAB_LANES
#undef SCANLAB_LANES_OF

#define SCANLAB_LANES_1(name, ...)                                                                     \
    SCANLAB_UNOBSERVED constexpr unsigned name##2(unsigned a) {                                        \
        using Lane [[maybe_unused]] = std::int16_t;                                                    \
        return scanlab::sim::by_lanes<std::int16_t>(a, 0, [](int x, int) { return __VA_ARGS__; });     \
    }                                                                                                  \
    SCANLAB_UNOBSERVED constexpr unsigned name##4(unsigned a) {                                        \
        using Lane [[maybe_unused]] = std::int8_t;                                                     \
        return scanlab::sim::by_lanes<std::int8_t>(a, 0, [](int x, int) { return __VA_ARGS__; });      \
    }
SCANLAB_LANES_1(__vneg, -x)
SCANLAB_LANES_1(__vnegss, scanlab::sim::saturated<Lane>(-x))
SCANLAB_LANES_1(__vabs, x < 0 ? -x : x)
SCANLAB_LANES_1(__vabsss, scanlab::sim::saturated<Lane>(x < 0 ? -x : x))
#undef SCANLAB_LANES_1

#define SCANLAB_LANES_SUM(name, Lane)                                                                  \
    SCANLAB_UNOBSERVED constexpr unsigned name(unsigned a, unsigned b) {                               \
        return scanlab::sim::sum_of_lanes<Lane>(a, b,                                                  \
                                                [](int x, int y) { return x < y ? y - x : x - y; });   \
    }
SCANLAB_LANES_SUM(__vsads2, std::int16_t)
SCANLAB_LANES_SUM(__vsads4, std::int8_t)
SCANLAB_LANES_SUM(__vsadu2, std::uint16_t)
SCANLAB_LANES_SUM(__vsadu4, std::uint8_t)
#undef SCANLAB_LANES_SUM

/// The sum of the products of two halfwords of a and two bytes of b, its low or high ones, and c.
SCANLAB_UNOBSERVED constexpr int __dp2a_lo(int a, int b, int c) {
    return c + static_cast<std::int16_t>(a) * static_cast<std::int8_t>(b) +
           (a >> 16) * static_cast<std::int8_t>(b >> 8);
}
SCANLAB_UNOBSERVED constexpr int __dp2a_hi(int a, int b, int c) { return __dp2a_lo(a, b >> 16, c); }
SCANLAB_UNOBSERVED constexpr unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
    return c + (a & 0xFFFF) * (b & 0xFF) + (a >> 16) * (b >> 8 & 0xFF);
}
SCANLAB_UNOBSERVED constexpr unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) {
    return __dp2a_lo(a, b >> 16, c);
}
