/// \file
/// What CUB's examples check errors with.
#pragma once

#include "util_type.cuh"

#include <cstdio>
#include <cstdlib>

namespace cub {
inline cudaError_t Debug(cudaError_t error, const char* file, int line) {
    if (error != cudaSuccess)
        std::fprintf(stderr, "CUDA error %d [%s, %d]: %s\n", error, file, line,
                     cudaGetErrorString(error));
    return error;
}
} // namespace cub

#ifndef CubDebug
#define CubDebug(e) CUB_NS_QUALIFIER::Debug(static_cast<cudaError_t>(e), __FILE__, __LINE__)
#endif
#ifndef CubDebugExit
#define CubDebugExit(e)                                                                                \
    if (CUB_NS_QUALIFIER::Debug(static_cast<cudaError_t>(e), __FILE__, __LINE__)) std::exit(1)
#endif
#ifndef _CubLog
#define _CubLog(format, ...) std::printf(format, __VA_ARGS__)
#endif
