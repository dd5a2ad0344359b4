/// \file
/// Thrust's header, with the simulator's device system.
#pragma once

#include <thrust/system/cuda/memory.h>
#include_next <thrust/universal_allocator.h>
