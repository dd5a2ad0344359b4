/// \file
/// Thrust's device system is the simulator's (system/cuda). It needs no headers for single algorithms:
/// where Thrust looks for them, it finds those of its own C++ system, which it has read already.
#pragma once

#define THRUST_DEVICE_SYSTEM_CUDA 1
#define THRUST_DEVICE_SYSTEM_OMP 2
#define THRUST_DEVICE_SYSTEM_TBB 3
#define THRUST_DEVICE_SYSTEM_CPP 4
#undef THRUST_DEVICE_SYSTEM
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_CUDA

#define __THRUST_DEVICE_SYSTEM_NAMESPACE cuda
// clang-format off
#define __THRUST_DEVICE_SYSTEM_ROOT thrust/system/cpp
// clang-format on
