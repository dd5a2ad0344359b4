/// \file
/// What programs are linked with: that which these headers declare, and the entry points of the thread
/// sanitizer. All else of the runtime is hidden from them (link_runtime.sh). Every file of the runtime
/// begins with this one.
#pragma once

#pragma GCC visibility push(default)
#include "cuda_runtime_api.h"
#include "machine/memory/host_memory.hpp"
#include "machine/program/kernel_heap.hpp"
#include "nccl.h"
#include "scanlab_sim/api_templates.hpp"
#include "scanlab_sim/core.hpp"
#include "scanlab_sim/cost.hpp"
#include "scanlab_sim/findings.hpp"
#include "scanlab_sim/judged.hpp"
#include "scanlab_sim/known_kernels.hpp"
#include "scanlab_sim/random_skips.hpp"
#include "scanlab_sim/recording.hpp"
#include "scanlab_sim/settings.hpp"
#include "scanlab_sim/small_floats.hpp"
#include "scanlab_sim/texture_references.hpp"
#include "scanlab_sim/textures.hpp"
#pragma GCC visibility pop
