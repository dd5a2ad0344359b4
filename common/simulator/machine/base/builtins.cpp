// The variables that core.hpp declares const; this file must not see that declaration.
#include "scanlab_sim/dim3.hpp"

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;
