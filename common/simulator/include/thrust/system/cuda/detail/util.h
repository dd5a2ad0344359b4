/// \file
/// Thrust's headers expect it here.
#pragma once

#include <thrust/system/cuda/error.h>
