/// \file
/// Each element of an input by itself, the same on the host and on a device.
#pragma once

#include "elements.hpp"
#include "inputs.hpp"
#include "task.hpp"

#include <cuda_runtime.h>

#include <cstdint>
#include <cstring>

namespace scanlab {

/// Element i of a random stream: splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
/// generators, OOPSLA 2014), whose state after i steps needs no steps to compute.
__host__ __device__ inline std::uint64_t random_bits(std::uint64_t seed, std::uint64_t i) {
    std::uint64_t z = (seed << 32) + seed + (i + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/// Of a segmented scan: 1 where a segment begins, else 0. Segments are none, or have mean lengths of 2,
/// 16 and 128, by runs of elements.
__host__ __device__ inline int head_of(std::uint64_t seed, long long i) {
    constexpr std::uint64_t run = 256;
    const auto at = static_cast<std::uint64_t>(i);
    const std::uint64_t length = random_bits(~seed, at / run) % 4;
    return length > 0 && random_bits(~seed, ~at) % (std::uint64_t{1} << (3 * length - 2)) == 0;
}

/// How an input is made that nobody has given.
struct Recipe {
    InputKind kind; ///< any but `file`
    Task task;
    long long n;
    std::uint64_t seed;
    ElementKind elements = traits(task).elements;

    /// Element i, 0 ≤ i < n.
    __host__ __device__ int value(long long i) const {
        const int usual = usual_value(random_bits(seed, source_of(static_cast<std::uint64_t>(i))));
        return kind == InputKind::one_hot && i == hot_place() ? hot_value() : usual;
    }

private:
    /// Elements of a run have the same source: runs of random lengths of up to 256, for run lengths.
    __host__ __device__ std::uint64_t source_of(std::uint64_t i) const {
        if (elements != ElementKind::runs || kind != InputKind::random) return i;
        return i >> (random_bits(~seed, i / 256) % 9);
    }

    /// x -> factor·x + term
    __host__ __device__ static int packed_map(int factor, int term) { return factor << 16 | term; }

    /// The upper half of the bits, scaled to 0 … bound - 1.
    __host__ __device__ static int below(int bound, std::uint64_t bits) {
        return static_cast<int>(((bits >> 32) * static_cast<std::uint64_t>(bound)) >> 32);
    }

    __host__ __device__ long long hot_place() const {
        const auto size = static_cast<std::uint64_t>(n);
        return static_cast<long long>(random_bits(seed, size) % size);
    }
    __host__ __device__ int hot_value() const {
        if (are_floats(elements)) return bits_of(1);
        return elements == ElementKind::maps ? packed_map(3, 1) : 1;
    }

    __host__ __device__ int usual_value(std::uint64_t bits) const {
        if (elements == ElementKind::maps) return map(bits);
        if (are_floats(elements)) return number(bits);
        switch (kind) {
        case InputKind::ones:
            return 1;
        case InputKind::large:
            return static_cast<int>(static_cast<std::uint32_t>(bits));
        case InputKind::random:
            if (elements != ElementKind::half_zeros) return below(17, bits) - 8;
            return (bits & 1) != 0 ? 1 + below(999, bits) : 0;
        default:
            return 0;
        }
    }

    __host__ __device__ static int bits_of(float number) {
        int bits;
        std::memcpy(&bits, &number, sizeof bits);
        return bits;
    }

    /// Whole numbers, whose sums are exact for a while; `large` ones have 24 random bits, and sums of
    /// those are rounded. Where every bit counts, random ones are, too.
    __host__ __device__ int number(std::uint64_t bits) const {
        if (kind == InputKind::ones) return bits_of(1);
        if (kind == InputKind::random && elements == ElementKind::whole_floats)
            return bits_of(static_cast<float>(below(17, bits) - 8));
        if (kind != InputKind::random && kind != InputKind::large) return 0;
        const auto exponent = static_cast<std::uint32_t>(127 - 8 + below(16, bits)); // 2^-8 to 2^7
        return static_cast<int>((static_cast<std::uint32_t>(bits) & 0x807fffff) | exponent << 23);
    }

    __host__ __device__ int map(std::uint64_t bits) const {
        switch (kind) {
        case InputKind::ones:
            return packed_map(1, 1);
        case InputKind::large:
            return static_cast<int>(static_cast<std::uint32_t>(bits) | 0x10000);
        case InputKind::random:
            return packed_map(1 + 2 * below(3, bits), static_cast<int>(bits & 7));
        default:
            return packed_map(1, 0);
        }
    }
};

/// What make_inputs() makes of it.
inline InputArrays make_inputs(const Recipe& recipe) {
    return make_inputs(recipe.kind, recipe.task, recipe.n, recipe.seed);
}

} // namespace scanlab
