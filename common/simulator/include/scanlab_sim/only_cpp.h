// Programs in C, which CUDA's own headers would suit.
#ifndef __cplusplus
// clang-format off
#error "the simulator has CUDA's headers for C++ only: compile this file as C++, with g++ or nvcc -x c++, or call CUDA from a .cu file"
// clang-format on
#include "refused.h"
#endif
