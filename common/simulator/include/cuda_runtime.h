/// \file
/// What a `.cu` file sees in place of the CUDA toolkit: the language's extensions and the runtime API.
#pragma once

#define __CUDA_RUNTIME_H__ // by NVIDIA's include guards programs know what they have included
#define SCANLAB_SIMULATOR 1
#ifdef SCANLAB_PROGRAM
// As under nvcc in a .cu file. __CUDA_ARCH__ is the translator's (architecture.hpp): the one compilation serves the host as well.
#define __CUDACC__ 1

/// For the runtime, which is linked with tools, too, and watches programs only.
extern "C" [[gnu::weak, gnu::used]] const bool scanlab_is_a_program = true;
#endif

// nvcc's own headers bring these along, and programs rely on it.
#include <assert.h>
#include <limits.h>
#include <cmath>
// From C++20 on <math.h> takes std::lerp for its own, a name that programs give to functions of theirs.
namespace std {
inline void scanlab_no_lerp() {}
} // namespace std
#define lerp scanlab_no_lerp
#include <math.h>
#undef lerp
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_runtime_api.h"
#include "host_defines.h"
#include "vector_functions.h"

#if __cplusplus >= 202002L
#include "scanlab_sim/atomics.hpp"
#include "scanlab_sim/bits.hpp"
#include "scanlab_sim/cache.hpp"
#include "scanlab_sim/math.hpp"
#include "scanlab_sim/normal.hpp"
#include "scanlab_sim/synchronization.hpp"
#include "scanlab_sim/warp.hpp"
#endif
