/// \file
/// What programs on the runtime API take from the driver's header: which version of CUDA it is. The
/// driver API itself (cuInit() and all that follows) is not simulated.
#pragma once

#include "cuda_runtime_api.h"

#define CUDA_VERSION CUDART_VERSION
