/// \file
/// Thrust's header, with the simulator's device system.
#pragma once

#include <thrust/system/cuda/detail/execution_policy.h>
#include_next <thrust/iterator/detail/device_system_tag.h>
