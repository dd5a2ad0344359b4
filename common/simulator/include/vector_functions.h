/// \file
/// `make_int2(x, y)` and its relatives.
#pragma once

#include "scanlab_sim/attributes.hpp"
#include "vector_types.h"

#define SCANLAB_MAKE_VECTOR(name, T)                                                                   \
    SCANLAB_UNOBSERVED inline name##1 make_##name##1(T x) { return {x}; }                              \
    SCANLAB_UNOBSERVED inline name##2 make_##name##2(T x, T y) { return {x, y}; }                      \
    SCANLAB_UNOBSERVED inline name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; }              \
    SCANLAB_UNOBSERVED inline name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }
#define SCANLAB_MAKE_VECTOR_ALIGNED(name, T)                                                           \
    SCANLAB_UNOBSERVED inline name##4_16a make_##name##4_16a(T x, T y, T z, T w) {                     \
        return {x, y, z, w};                                                                           \
    }                                                                                                  \
    SCANLAB_UNOBSERVED inline name##4_32a make_##name##4_32a(T x, T y, T z, T w) {                     \
        return {x, y, z, w};                                                                           \
    }

SCANLAB_VECTOR_FAMILIES(SCANLAB_MAKE_VECTOR)
SCANLAB_MAKE_VECTOR(uint, unsigned)
SCANLAB_WIDE_VECTOR_FAMILIES(SCANLAB_MAKE_VECTOR_ALIGNED)

#undef SCANLAB_MAKE_VECTOR
#undef SCANLAB_MAKE_VECTOR_ALIGNED
#undef SCANLAB_VECTOR_FAMILIES
#undef SCANLAB_WIDE_VECTOR_FAMILIES
