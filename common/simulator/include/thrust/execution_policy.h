/// \file
/// Thrust's header, with the simulator's device system.
#pragma once

#include <thrust/system/cuda/execution_policy.h>
#include_next <thrust/execution_policy.h>
