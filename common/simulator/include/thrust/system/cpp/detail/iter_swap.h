/// \file
/// Thrust's header for its C++ system, and where it looks for the device's.
#pragma once

#include_next <thrust/system/cpp/detail/iter_swap.h>
#include <thrust/system/cuda/detail/memory.h>
