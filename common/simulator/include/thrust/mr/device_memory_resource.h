/// \file
/// Thrust's header, with the simulator's device system.
#pragma once

#include <thrust/system/cuda/memory_resource.h>
#include_next <thrust/mr/device_memory_resource.h>
#include <thrust/execution_policy.h> // which nvcc's brings along with a device_vector
