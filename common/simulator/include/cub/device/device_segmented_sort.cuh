/// \file
/// As CUB names it.
#pragma once

#include "device_segmented_radix_sort.cuh"
