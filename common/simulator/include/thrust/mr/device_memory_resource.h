/// \file
/// Thrust's header, with the simulator's device system.
#pragma once

#include <thrust/system/cuda/memory_resource.h>
#include_next <thrust/mr/device_memory_resource.h>
// What programs rely on that a device_vector brings along.
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
