/// \file
/// Thrust's header, with the simulator's device system.
#pragma once

#include <thrust/system/cuda/vector.h>
#include_next <thrust/universal_vector.h>
