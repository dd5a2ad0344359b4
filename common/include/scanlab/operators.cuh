/// \file
/// What a scan can combine besides integers. An operator has a type of Value, `identity()`, which
/// changes no value, and `combine(before, after)`, which has to be associative, but need not be
/// commutative: `before` is always what comes first in the array. (Blelloch, "Prefix Sums and Their
/// Applications", 1990.)
#pragma once

#include <cuda_runtime.h>

#include <limits>
#include <type_traits>

namespace scanlab {

/// Of integers or floating-point numbers; these are rounded, so that they are associative only roughly.
template <class T>
struct Sum {
    using Value = T;
    static constexpr bool commutes = true;
    __host__ __device__ static T identity() {
        if constexpr (std::is_floating_point_v<T>) return -T{0}; // +0 would turn -0 into +0
        return T{0};
    }
    __host__ __device__ static T combine(T before, T after) { return before + after; }
};

/// Of floats, Min and Max are associative and commute only without NaNs, and but for which of -0 and +0
/// comes out: they compare as equal. With NaNs a result depends on the shape of the scan, though it is
/// the same in every run.
template <class T>
struct Min {
    using Value = T;
    using Limits = std::numeric_limits<T>;
    static constexpr bool commutes = true;
    static constexpr T largest = Limits::has_infinity ? Limits::infinity() : Limits::max();
    __host__ __device__ static T identity() { return largest; }
    __host__ __device__ static T combine(T before, T after) { return after < before ? after : before; }
};

template <class T>
struct Max {
    using Value = T;
    using Limits = std::numeric_limits<T>;
    static constexpr bool commutes = true;
    static constexpr T smallest = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    __host__ __device__ static T identity() { return smallest; }
    __host__ __device__ static T combine(T before, T after) { return before < after ? after : before; }
};

/// x -> factor·x + term. Scanning such maps solves the recurrence x[i] = factor[i]·x[i - 1] + term[i].
template <class T>
struct Affine {
    struct alignas(2 * sizeof(T)) Value {
        T factor, term;
    };
    static constexpr bool commutes = false;
    __host__ __device__ static Value identity() { return {T{1}, T{0}}; }
    __host__ __device__ static Value combine(Value before, Value after) {
        return {before.factor * after.factor, before.term * after.factor + after.term};
    }
};

} // namespace scanlab
