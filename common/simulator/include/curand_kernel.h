/// \file
/// Random numbers in kernels. Philox4_32_10 is Salmon et al.'s, "Parallel Random Numbers: As Easy as 1,
/// 2, 3", SC 2011, with seed, subsequence and offset placed as cuRAND's documentation has them. XORWOW
/// is Marsaglia's, "Xorshift RNGs", Journal of Statistical Software 2003; how cuRAND makes its first
/// state of a seed is not documented, so that the numbers are others here, as good as those.
#pragma once

#include "cuda_runtime.h"
#include "scanlab_sim/random_skips.hpp"

#include <cmath>
#include <cstdint>

namespace scanlab::sim::random {

/// What Box and Muller's method has made beside the number that was wanted.
struct Spare {
    bool has_float = false, has_double = false;
    float of_float = 0;
    double of_double = 0;
};

struct Xorwow {
    std::uint32_t words[5];
    std::uint32_t counter;
    Spare spare;

    SCANLAB_UNOBSERVED void seed(std::uint64_t seed) {
        std::uint64_t mixed = seed;
        const auto next = [&mixed] { // Steele, Lea and Flood's SplitMix64
            mixed += 0x9E3779B97F4A7C15u;
            std::uint64_t z = mixed;
            z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
            z = (z ^ z >> 27) * 0x94D049BB133111EBu;
            return static_cast<std::uint32_t>((z ^ z >> 31) >> 32);
        };
        for (std::uint32_t& word : words) word = next();
        words[0] |= 1; // all zero it would stay
        counter = next();
        spare = {};
    }
    SCANLAB_UNOBSERVED std::uint32_t next() {
        const std::uint32_t first = words[0] ^ words[0] >> 2, last = words[4];
        for (int i = 0; i < 4; ++i) words[i] = words[i + 1];
        words[4] = (last ^ last << 4) ^ (first ^ first << 1);
        counter += 362437;
        return words[4] + counter;
    }
    SCANLAB_UNOBSERVED void skip(std::uint64_t count) {
        skip_xorshift(words, count, 0);
        counter += 362437 * static_cast<std::uint32_t>(count);
    }
    /// Subsequences are 2^67 numbers apart, a multiple of the counter's period.
    SCANLAB_UNOBSERVED void skip_subsequences(std::uint64_t count) { skip_xorshift(words, count, 67); }
};

struct Philox {
    std::uint32_t counter[4], key[2], output[4];
    std::uint32_t used; ///< of the output
    Spare spare;

    SCANLAB_UNOBSERVED void seed(std::uint64_t seed) {
        for (std::uint32_t& word : counter) word = 0;
        key[0] = static_cast<std::uint32_t>(seed);
        key[1] = static_cast<std::uint32_t>(seed >> 32);
        used = 0;
        spare = {};
        fill();
    }
    SCANLAB_UNOBSERVED std::uint32_t next() {
        const std::uint32_t number = output[used++];
        if (used == 4) skip(0);
        return number;
    }
    SCANLAB_UNOBSERVED void skip(std::uint64_t count) {
        used += static_cast<std::uint32_t>(count % 4);
        std::uint64_t blocks = count / 4 + used / 4;
        used %= 4;
        add(0, blocks);
        fill();
    }
    SCANLAB_UNOBSERVED void skip_subsequences(std::uint64_t count) {
        add(2, count);
        fill();
    }

private:
    SCANLAB_UNOBSERVED void add(int from, std::uint64_t value) {
        for (int i = from; i < 4 && value != 0; ++i) {
            value += counter[i];
            counter[i] = static_cast<std::uint32_t>(value);
            value >>= 32;
        }
    }
    SCANLAB_UNOBSERVED void fill() {
        std::uint32_t c[4] = {counter[0], counter[1], counter[2], counter[3]}, k0 = key[0], k1 = key[1];
        for (int round = 0; round < 10; ++round, k0 += 0x9E3779B9u, k1 += 0xBB67AE85u) {
            const std::uint64_t a = std::uint64_t{0xD2511F53u} * c[0],
                                b = std::uint64_t{0xCD9E8D57u} * c[2];
            const std::uint32_t mixed[4] = {
                static_cast<std::uint32_t>(b >> 32) ^ c[1] ^ k0, static_cast<std::uint32_t>(b),
                static_cast<std::uint32_t>(a >> 32) ^ c[3] ^ k1, static_cast<std::uint32_t>(a)};
            for (int i = 0; i < 4; ++i) c[i] = mixed[i];
        }
        for (int i = 0; i < 4; ++i) output[i] = c[i];
    }
};

template <class T>
concept Generator = std::is_same_v<T, Xorwow> || std::is_same_v<T, Philox>;

// Numbers above 0 and up to 1.
SCANLAB_UNOBSERVED inline float uniform(std::uint32_t bits) {
    constexpr float unit = 0x1p-32f;
    return static_cast<float>(bits) * unit + unit / 2;
}
SCANLAB_UNOBSERVED inline double uniform_double(std::uint32_t low, std::uint32_t high) {
    constexpr double unit = 0x1p-53;
    const std::uint64_t bits = low ^ static_cast<std::uint64_t>(high) << 21;
    return static_cast<double>(bits) * unit + unit / 2;
}

/// Two independent numbers with the normal distribution (Box and Muller 1958).
template <class Real>
struct Two {
    Real x, y;
};
SCANLAB_UNOBSERVED inline Two<float> normal(std::uint32_t a, std::uint32_t b) {
    constexpr float turn = 6.2831853f;
    const float radius = std::sqrt(-2.0f * std::log(uniform(a))), angle = uniform(b) * turn;
    return {radius * std::sin(angle), radius * std::cos(angle)};
}
SCANLAB_UNOBSERVED inline Two<double> normal_double(double u, double v) {
    constexpr double turn = 6.283185307179586;
    const double radius = std::sqrt(-2 * std::log(u)), angle = v * turn;
    return {radius * std::sin(angle), radius * std::cos(angle)};
}

template <Generator State>
SCANLAB_UNOBSERVED inline double draw_double(State& s) {
    const std::uint32_t low = s.next(), high = s.next();
    return uniform_double(low, high);
}
template <Generator State>
SCANLAB_UNOBSERVED inline Two<float> draw_normal2(State& s) {
    const std::uint32_t a = s.next(), b = s.next();
    return normal(a, b);
}
template <Generator State>
SCANLAB_UNOBSERVED inline Two<double> draw_normal2_double(State& s) {
    const double u = draw_double(s), v = draw_double(s);
    return normal_double(u, v);
}
template <Generator State>
SCANLAB_UNOBSERVED inline float draw_normal(State& s) {
    if (std::exchange(s.spare.has_float, false)) return s.spare.of_float;
    const auto both = draw_normal2(s);
    s.spare.has_float = true;
    s.spare.of_float = both.y;
    return both.x;
}
template <Generator State>
SCANLAB_UNOBSERVED inline double draw_normal_double(State& s) {
    if (std::exchange(s.spare.has_double, false)) return s.spare.of_double;
    const auto both = draw_normal2_double(s);
    s.spare.has_double = true;
    s.spare.of_double = both.y;
    return both.x;
}
/// By multiplying uniform numbers (Knuth); for large means by the normal distribution that comes near.
template <Generator State>
SCANLAB_UNOBSERVED inline std::uint32_t draw_poisson(State& s, double mean) {
    if (mean > 500) {
        const double value = std::nearbyint(mean + std::sqrt(mean) * draw_normal_double(s));
        return value < 0 ? 0 : static_cast<std::uint32_t>(value);
    }
    const double limit = std::exp(-mean);
    std::uint32_t count = 0;
    for (double product = draw_double(s); product > limit; product *= draw_double(s)) ++count;
    return count;
}
template <Generator State>
SCANLAB_UNOBSERVED inline uint4 draw4(State& s) {
    const std::uint32_t x = s.next(), y = s.next(), z = s.next(), w = s.next();
    return {x, y, z, w};
}
template <Generator State>
SCANLAB_UNOBSERVED inline State begun(std::uint64_t seed, std::uint64_t subsequence,
                                      std::uint64_t offset) {
    State s;
    s.seed(seed);
    s.skip_subsequences(subsequence);
    s.skip(offset);
    return s;
}

} // namespace scanlab::sim::random

using curandStateXORWOW = scanlab::sim::random::Xorwow;
using curandStateXORWOW_t = curandStateXORWOW;
using curandState = curandStateXORWOW;
using curandState_t = curandStateXORWOW;
using curandStatePhilox4_32_10 = scanlab::sim::random::Philox;
using curandStatePhilox4_32_10_t = curandStatePhilox4_32_10;

// The states are read and written where the calls stand.

template <scanlab::sim::random::Generator State>
SCANLAB_CALL_SITE void curand_init(unsigned long long seed, unsigned long long subsequence,
                                   unsigned long long offset, State* state) {
    *state = scanlab::sim::random::begun<State>(seed, subsequence, offset);
}
#define SCANLAB_DRAW(name, Result, ...)                                                                \
    template <scanlab::sim::random::Generator State>                                                   \
    SCANLAB_CALL_SITE Result name(State* state) {                                                      \
        using namespace scanlab::sim::random;                                                          \
        State s = *state;                                                                              \
        const Result result = [](State& s) SCANLAB_UNOBSERVED -> Result { __VA_ARGS__ }(s);            \
        *state = s;                                                                                    \
        return result;                                                                                 \
    }
SCANLAB_DRAW(curand, unsigned, return s.next();)
SCANLAB_DRAW(curand_uniform, float, return uniform(s.next());)
SCANLAB_DRAW(curand_uniform_double, double, return draw_double(s);)
SCANLAB_DRAW(curand_normal, float, return draw_normal(s);)
SCANLAB_DRAW(curand_normal_double, double, return draw_normal_double(s);)
SCANLAB_DRAW(curand4, uint4, return draw4(s);)
SCANLAB_DRAW(curand_uniform4, float4, const uint4 d = draw4(s);
             return {uniform(d.x), uniform(d.y), uniform(d.z), uniform(d.w)};)
SCANLAB_DRAW(curand_uniform2_double, double2, const double a = draw_double(s), b = draw_double(s);
             return {a, b};)
SCANLAB_DRAW(curand_normal2, float2, const auto d = draw_normal2(s); return {d.x, d.y};)
SCANLAB_DRAW(curand_normal2_double, double2, const auto d = draw_normal2_double(s); return {d.x, d.y};)
SCANLAB_DRAW(curand_normal4, float4, const auto a = draw_normal2(s), b = draw_normal2(s);
             return {a.x, a.y, b.x, b.y};)
#undef SCANLAB_DRAW

template <scanlab::sim::random::Generator State>
SCANLAB_CALL_SITE double4 curand_uniform4_double(State* state) {
    const double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
    return {a.x, a.y, b.x, b.y};
}
template <scanlab::sim::random::Generator State>
SCANLAB_CALL_SITE double4 curand_normal4_double(State* state) {
    const double2 a = curand_normal2_double(state), b = curand_normal2_double(state);
    return {a.x, a.y, b.x, b.y};
}
template <scanlab::sim::random::Generator State>
SCANLAB_CALL_SITE float curand_log_normal(State* state, float mean, float deviation) {
    return std::exp(mean + deviation * curand_normal(state));
}
template <scanlab::sim::random::Generator State>
SCANLAB_CALL_SITE double curand_log_normal_double(State* state, double mean, double deviation) {
    return std::exp(mean + deviation * curand_normal_double(state));
}
template <scanlab::sim::random::Generator State>
SCANLAB_CALL_SITE unsigned curand_poisson(State* state, double mean) {
    State s = *state;
    const unsigned result = scanlab::sim::random::draw_poisson(s, mean);
    *state = s;
    return result;
}
template <scanlab::sim::random::Generator State>
SCANLAB_CALL_SITE void skipahead(unsigned long long count, State* state) {
    State s = *state;
    s.skip(count);
    *state = s;
}
template <scanlab::sim::random::Generator State>
SCANLAB_CALL_SITE void skipahead_sequence(unsigned long long count, State* state) {
    State s = *state;
    s.skip_subsequences(count);
    *state = s;
}
