/// \file
/// Many calls under load, each checked.
#pragma once

#include "check/device.hpp"
#include "scanlab/lesson.hpp"

#include <cstdint>
#include <random>

namespace scanlab {

constexpr long long largest_stressed = 1LL << 25;

/// A number of elements up to the largest; its number of bits is uniform, rather than itself.
long long random_size(std::mt19937_64& random);

/// Kernels of random shape on a stream of their own that take multiprocessors away, or half of them
/// altogether.
class Noise {
public:
    void start(std::mt19937_64& random) const;
    void wait() const { require(stream_.wait(), "the second stream failed"); }

private:
    static constexpr long long elements = 1 << 24;
    DeviceBuffer memory_{elements * sizeof(int)};
    Stream stream_;
};

struct StressResult {
    long long launches;           ///< calls
    long long elements;           ///< in all of them
    unsigned long long wrong = 0; ///< elements of the results
    double seconds;
};

/// Makes so many calls at sizes from 1 to 2^25, most of them small, beginning anywhere in an array and
/// sharing one workspace, while kernels of a second stream come and go on the same GPU. Every result is
/// checked on the device.
StressResult stress(const Lesson& lesson, const Variant& variant, long long launches,
                    std::uint64_t seed);

} // namespace scanlab
