/// \file
/// Complex numbers as pairs: real part x, imaginary part y. Products as the textbook has them;
/// magnitudes and quotients without overflow on the way, as those of NVIDIA's header.
#pragma once

#include "scanlab_sim/attributes.hpp"
#include "vector_functions.h"
#include "vector_types.h"

#include <cmath>

using cuFloatComplex = float2;
using cuDoubleComplex = double2;
using cuComplex = cuFloatComplex;

// Host code of any standard, and of .cpp files that another compiler takes, may include this.
#define SCANLAB_COMPLEX(Complex, Real, suffix, letter)                                                 \
    SCANLAB_UNOBSERVED inline Complex make_##suffix(Real x, Real y) { return {x, y}; }                 \
    SCANLAB_UNOBSERVED inline Real cuCreal##letter(Complex a) { return a.x; }                          \
    SCANLAB_UNOBSERVED inline Real cuCimag##letter(Complex a) { return a.y; }                          \
    SCANLAB_UNOBSERVED inline Complex cuConj##letter(Complex a) { return {a.x, -a.y}; }                \
    SCANLAB_UNOBSERVED inline Complex cuCadd##letter(Complex a, Complex b) {                           \
        return {a.x + b.x, a.y + b.y};                                                                 \
    }                                                                                                  \
    SCANLAB_UNOBSERVED inline Complex cuCsub##letter(Complex a, Complex b) {                           \
        return {a.x - b.x, a.y - b.y};                                                                 \
    }                                                                                                  \
    SCANLAB_UNOBSERVED inline Complex cuCmul##letter(Complex a, Complex b) {                           \
        return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                         \
    }                                                                                                  \
    SCANLAB_UNOBSERVED inline Complex cuCdiv##letter(Complex a, Complex b) {                           \
        const Real size = std::fabs(b.x) + std::fabs(b.y);                                             \
        const Complex n = {a.x / size, a.y / size}, d = {b.x / size, b.y / size};                      \
        const Real square = d.x * d.x + d.y * d.y;                                                     \
        return {(n.x * d.x + n.y * d.y) / square, (n.y * d.x - n.x * d.y) / square};                   \
    }                                                                                                  \
    SCANLAB_UNOBSERVED inline Complex cuCfma##letter(Complex a, Complex b, Complex c) {                \
        return cuCadd##letter(cuCmul##letter(a, b), c);                                                \
    }                                                                                                  \
    SCANLAB_UNOBSERVED inline Real cuCabs##letter(Complex a) { return std::hypot(a.x, a.y); }
SCANLAB_COMPLEX(cuFloatComplex, float, cuFloatComplex, f)
SCANLAB_COMPLEX(cuDoubleComplex, double, cuDoubleComplex, )
#undef SCANLAB_COMPLEX

SCANLAB_UNOBSERVED inline cuComplex make_cuComplex(float x, float y) { return {x, y}; }
SCANLAB_UNOBSERVED inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) {
    return {a.x, a.y};
}
SCANLAB_UNOBSERVED inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
    return {static_cast<float>(a.x), static_cast<float>(a.y)};
}
