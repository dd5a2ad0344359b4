/// \file
/// How many elements fit into memory.
#pragma once

#include "check/device.hpp"
#include "scanlab/lesson.hpp"

namespace scanlab {

/// The memory that a lesson's arrays can have: on the device, and on the host, which holds the input,
/// the expected and the actual result. Bytes are doubles, because the number asked for may be of any
/// size.
class MemoryLimit {
public:
    MemoryLimit(const Lesson& lesson, const Variant& variant, const Device& device);

    /// The largest n that fits.
    long long largest() const;

    /// The largest power of two that takes at most this share of the memory; at least 1.
    long long largest_power(double share) const;

    /// Throws UsageError that says what is needed, what there is, and what would fit, unless n elements
    /// fit.
    void require_fit(long long n) const;

private:
    double device_bytes_for(long long n) const;
    double host_bytes_for(long long n) const;
    bool fits(long long n, double share = 1) const;

    const Lesson& lesson_;
    const Variant& variant_;
    double measuring_bytes_, device_free_, host_total_;
};

} // namespace scanlab
