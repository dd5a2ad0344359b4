/// \file
/// What lesson 00's programs do with the error codes of CUDA's functions.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

/// Ends the program with exit code 1, and says why on standard error, if `what` did not succeed.
inline void check(const char* what, cudaError_t answer) {
    if (answer == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(answer));
    std::exit(1);
}
