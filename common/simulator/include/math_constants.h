/// \file
/// CUDA's names for numbers.
#pragma once

#include <cmath>

#define CUDART_INF_F __builtin_huge_valf()
#define CUDART_NAN_F __builtin_nanf("0xfffff")
#define CUDART_MIN_DENORM_F 0x1p-149f
#define CUDART_MAX_NORMAL_F 0x1.fffffep127f
#define CUDART_NEG_ZERO_F -0.0f
#define CUDART_ZERO_F 0.0f
#define CUDART_ONE_F 1.0f
#define CUDART_PI_F 3.141592654f
#define CUDART_PIO2_F 1.570796327f
#define CUDART_PIO4_F 0.785398163f
#define CUDART_2PI_F 6.283185307f
#define CUDART_SQRT_TWO_F 1.414213562f
#define CUDART_SQRT_HALF_F 0.707106781f
#define CUDART_L2E_F 1.442695041f
#define CUDART_LN2_F 0.693147181f

#define CUDART_INF __builtin_huge_val()
#define CUDART_NAN __builtin_nan("0xfffffffffffff")
#define CUDART_MIN_DENORM 0x1p-1074
#define CUDART_MAX_NORMAL 0x1.fffffffffffffp1023
#define CUDART_NEG_ZERO -0.0
#define CUDART_ZERO 0.0
#define CUDART_ONE 1.0
#define CUDART_PI M_PI
#define CUDART_PIO2 M_PI_2
#define CUDART_PIO4 M_PI_4
#define CUDART_2PI (2 * M_PI)
#define CUDART_SQRT_TWO M_SQRT2
#define CUDART_SQRT_HALF M_SQRT1_2
#define CUDART_SQRT_2OVERPI 0.79788456080286536
#define CUDART_L2E M_LOG2E
#define CUDART_LN2 M_LN2
#define CUDART_LN2_X_1024 709.78271289338397
