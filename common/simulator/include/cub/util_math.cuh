/// \file
/// CUB's arithmetic of whole numbers.
#pragma once

#include "util_type.cuh"

namespace cub {

/// The least whole number that is not below the quotient.
template <class T, class U>
__host__ __device__ constexpr T DivideAndRoundUp(T number, U divisor) {
    return static_cast<T>(number / divisor + (number % divisor != 0));
}

} // namespace cub
