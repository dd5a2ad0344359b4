/// \file
/// What a `.cu` file sees in place of the CUDA toolkit: the language's extensions and the runtime API.
#pragma once

#include "scanlab_sim/only_cpp.h"

#define __CUDA_RUNTIME_H__ // by NVIDIA's include guards programs know what they have included
#define SCANLAB_SIMULATOR 1
#ifdef SCANLAB_PROGRAM
// As under nvcc in a .cu file. __CUDA_ARCH__ is the translator's (architecture.hpp): the one
// compilation serves the host as well.
#define __CUDACC__ 1
#define __CUDACC_EXTENDED_LAMBDA__ 1 // whether nvcc needs an option for them or not

/// For the runtime, which is linked with tools, too, and watches programs only.
extern "C" [[gnu::weak, gnu::used]] const bool scanlab_is_a_program = true;
#endif

// nvcc's own headers bring these along, and programs rely on it.
#include <assert.h>
#include <limits.h>
// From C++20 on there is std::lerp, also in <math.h>: a name that programs written for C++17 give to
// functions of theirs.
#define lerp scanlab_std_lerp
namespace std {
inline void lerp() {}
} // namespace std
#include <cmath>
#include <math.h>
#undef lerp
#if __cplusplus >= 202002L
namespace std {
template <class T> // so that a function of the program's comes first
constexpr auto lerp(T a, T b, T t) -> decltype(scanlab_std_lerp(a, b, t)) {
    return scanlab_std_lerp(a, b, t);
}
} // namespace std
#endif
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_runtime_api.h"
#include "host_defines.h"
#include "vector_functions.h"

#if defined SCANLAB_PROGRAM || __cplusplus >= 202002L
#include "scanlab_sim/array_values.hpp"
#include "scanlab_sim/atomics.hpp"
#include "scanlab_sim/bits.hpp"
#include "scanlab_sim/builtin_atomics.hpp"
#include "scanlab_sim/cache.hpp"
#include "scanlab_sim/directed_rounding.hpp"
#include "scanlab_sim/inline_ptx.hpp"
#include "scanlab_sim/math.hpp"
#include "scanlab_sim/matrix_ptx.hpp"
#include "scanlab_sim/normal.hpp"
#include "scanlab_sim/synchronization.hpp"
#include "scanlab_sim/texture_references.hpp"
#include "scanlab_sim/textures.hpp"
#include "scanlab_sim/warp.hpp"
#include "scanlab_sim/words_of_lanes.hpp"
#endif
