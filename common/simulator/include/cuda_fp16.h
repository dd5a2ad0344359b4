/// \file
/// Half precision: 5 bits of exponent, 10 of fraction.
#pragma once

#include "cuda_runtime.h"
#include "scanlab_sim/small_floats.hpp"

using __half = scanlab::sim::SmallFloat<scanlab::sim::SmallFormat::half>;
using __half2 = scanlab::sim::SmallFloat2<scanlab::sim::SmallFormat::half>;
using half = __half;
using half2 = __half2;
using __half_raw = scanlab::sim::SmallBits;
using __half2_raw = scanlab::sim::SmallBits2;

SCANLAB_SMALL_CONVERSIONS(__half, __half2, half, half2)
SCANLAB_UNOBSERVED inline float2 __half22float2(__half2 a) { return {a.x, a.y}; }

#define CUDART_INF_FP16 __ushort_as_half(0x7C00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7FFF)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7BFF)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000)
#define CUDART_ONE_FP16 __ushort_as_half(0x3C00)
