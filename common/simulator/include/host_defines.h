/// \file
/// CUDA's qualifiers. The simulator compiles a function once, for host and device alike, so they say
/// where variables lie (compile/hooks/device_variables.hpp), what other files see
/// (compile/hooks/whole_program.hpp), which arguments the host sets (compile/definedness/function.hpp),
/// and who may call a function (compile/spaces/spaces.hpp);
/// `__shared__` is the translator's.
#pragma once

#include "scanlab_sim/attributes.hpp"

// Clang's intermediate representation has no annotations of constructors, and none of what is only
// declared. So functions have an attribute besides, which means nothing where nothing is optimised.
#ifdef SCANLAB_CHECKED
#define SCANLAB_ON_DEVICE __attribute__((convergent))
#define SCANLAB_ON_HOST __attribute__((noduplicate))
#else
#define SCANLAB_ON_DEVICE
#define SCANLAB_ON_HOST
#endif
#define __global__ __attribute__((noinline)) SCANLAB_MARK("scanlab.global") SCANLAB_ON_DEVICE
#define __device__ SCANLAB_MARK("scanlab.device") SCANLAB_ON_DEVICE
#define __host__ SCANLAB_MARK("scanlab.host") SCANLAB_ON_HOST
#define __constant__ SCANLAB_MARK("scanlab.constant")
#define __managed__ SCANLAB_MARK("scanlab.managed")
#define __grid_constant__
#define __launch_bounds__(...) // the translator has read it
// How a launch is laid out on a GPU: a cluster is a block here, and registers there are plenty of.
#define __cluster_dims__(...)
#define __block_size__(...)
#define __maxnreg__(...)

#define __forceinline__ __inline__ __attribute__((always_inline))
// Not an attribute: system headers write __attribute__((__noinline__)), which this leaves well-formed.
#define __noinline__

#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#ifndef __clang__
#define __builtin_assume(condition) ((condition) ? static_cast<void>(0) : __builtin_unreachable())
#endif
