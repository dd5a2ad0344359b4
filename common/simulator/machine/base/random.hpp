/// \file
/// A small generator of pseudo-random numbers, fast enough to be asked at every switch.
#pragma once

#include <cstdint>

namespace scanlab::sim {

/// SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

    /// 0 … bound-1, for 0 < bound < 2^32.
    unsigned below(std::uint64_t bound) {
        return static_cast<unsigned>(((next() >> 32) * bound) >> 32);
    }

private:
    std::uint64_t state_;
};

} // namespace scanlab::sim
