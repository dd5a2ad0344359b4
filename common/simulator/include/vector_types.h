/// \file
/// CUDA's short vectors: `int2`, `float4`, … (`uint3` and `dim3` belong to the core.)
#pragma once

#include "scanlab_sim/dim3.hpp"

#include <cstddef>

namespace scanlab::sim {
/// Vectors of two and four elements are aligned to their size, so that one instruction can move them,
/// up to the 16 bytes that an instruction moves.
template <class T>
constexpr std::size_t vector_alignment(std::size_t elements) {
    return elements * sizeof(T) < 16 ? elements * sizeof(T) : 16;
}
} // namespace scanlab::sim

#define SCANLAB_VECTOR_1_2_4(name, T)                                                                  \
    struct name##1 {                                                                                   \
        T x;                                                                                           \
    };                                                                                                 \
    struct alignas(::scanlab::sim::vector_alignment<T>(2)) name##2 {                                   \
        T x, y;                                                                                        \
    };                                                                                                 \
    struct alignas(::scanlab::sim::vector_alignment<T>(4)) name##4 {                                   \
        T x, y, z, w;                                                                                  \
    };
#define SCANLAB_VECTOR_3(name, T)                                                                      \
    struct name##3 {                                                                                   \
        T x, y, z;                                                                                     \
    };
// Four 8-byte elements exist with either alignment as well.
#define SCANLAB_VECTOR_4_ALIGNED(name, T)                                                              \
    struct alignas(16) name##4_16a {                                                                   \
        T x, y, z, w;                                                                                  \
    };                                                                                                 \
    struct alignas(32) name##4_32a {                                                                   \
        T x, y, z, w;                                                                                  \
    };

/// Calls X(name, element type) for every family of vectors except `uint`.
#define SCANLAB_VECTOR_FAMILIES(X)                                                                     \
    X(char, signed char)                                                                               \
    X(uchar, unsigned char)                                                                            \
    X(short, short)                                                                                    \
    X(ushort, unsigned short)                                                                          \
    X(int, int)                                                                                        \
    X(float, float)                                                                                    \
    SCANLAB_WIDE_VECTOR_FAMILIES(X)
/// Those with 8-byte elements.
#define SCANLAB_WIDE_VECTOR_FAMILIES(X)                                                                \
    X(long, long)                                                                                      \
    X(ulong, unsigned long)                                                                            \
    X(longlong, long long)                                                                             \
    X(ulonglong, unsigned long long)                                                                   \
    X(double, double)

SCANLAB_VECTOR_FAMILIES(SCANLAB_VECTOR_1_2_4)
SCANLAB_VECTOR_FAMILIES(SCANLAB_VECTOR_3)
SCANLAB_VECTOR_1_2_4(uint, unsigned)
SCANLAB_WIDE_VECTOR_FAMILIES(SCANLAB_VECTOR_4_ALIGNED)

#undef SCANLAB_VECTOR_1_2_4
#undef SCANLAB_VECTOR_3
#undef SCANLAB_VECTOR_4_ALIGNED
