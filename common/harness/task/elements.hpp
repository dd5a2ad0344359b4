/// \file
/// What single elements are like: the same on the host and on a device.
#pragma once

#include <cuda_runtime.h>

namespace scanlab {

/// What the elements of a task's inputs are, where nobody has given them.
enum class ElementKind {
    numbers,    ///< 32-bit integers; random ones are -8 … 8
    half_zeros, ///< of random ones half are 0, the others 1 … 999
    runs,       ///< random ones come in runs of equal numbers
    maps,       ///< a << 16 | b for x -> a·x + b, with odd factors: even ones would soon leave nothing
    whole_floats, ///< the bits of floats; random ones are whole numbers, whose sums are exact for a
                  ///< while
    floats        ///< the bits of floats, whose sums are rounded
};

__host__ __device__ constexpr bool are_floats(ElementKind elements) {
    return elements == ElementKind::whole_floats || elements == ElementKind::floats;
}

/// Which elements a task keeps, and counts in `*kept`.
enum class Kept {
    uncounted, ///< it counts nothing
    not_zero,
    even,
    run_starts ///< the first one of each run of equal elements
};

/// Whether element i is kept.
__host__ __device__ constexpr bool is_kept(const int* input, long long i, Kept kept) {
    if (kept == Kept::run_starts) return i == 0 || input[i] != input[i - 1];
    return kept == Kept::not_zero ? input[i] != 0 : (input[i] & 1) == 0;
}

/// Task::bins puts an element into one of 16.
__host__ __device__ constexpr int bin_of(int value) { return value & 15; }

} // namespace scanlab
