/// \file
/// Thrust's own undefines qualifiers.
#pragma once

#include <cuda_runtime.h>
