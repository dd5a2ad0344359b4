/// \file
/// bfloat16: the exponent of float, 8 bits, and 7 bits of fraction.
#pragma once

#include "cuda_runtime.h"
#include "scanlab_sim/small_floats.hpp"

using __nv_bfloat16 = scanlab::sim::SmallFloat<scanlab::sim::SmallFormat::bfloat16>;
using __nv_bfloat162 = scanlab::sim::SmallFloat2<scanlab::sim::SmallFormat::bfloat16>;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;
using __nv_bfloat16_raw = scanlab::sim::SmallBits;
using __nv_bfloat162_raw = scanlab::sim::SmallBits2;

SCANLAB_SMALL_CONVERSIONS(__nv_bfloat16, __nv_bfloat162, bfloat16, bfloat162)
SCANLAB_UNOBSERVED inline float2 __bfloat1622float2(__nv_bfloat162 a) { return {a.x, a.y}; }

#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7F80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7FFF)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7F7F)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3F80)
