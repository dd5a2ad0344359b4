#pragma once
#include "cuda_awbarrier_primitives.h"
#include "scanlab_sim/cuda_barrier.hpp"
