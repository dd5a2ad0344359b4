/// \file
/// Many calls under load, each checked.
#pragma once

#include "scanlab/lesson.hpp"

#include <cstdint>

namespace scanlab {

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
