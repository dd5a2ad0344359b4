#pragma once
#include "cuda_pipeline_primitives.h"
#include "scanlab_sim/cuda_pipeline.hpp"
