/// \file
/// Editors that clangd works in write an `#include` of this file for threadIdx. It belongs to Clang's
/// own CUDA.
#pragma once

#include "cuda_runtime.h"
