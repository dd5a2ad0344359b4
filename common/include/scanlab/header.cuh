/// \file
/// Scanlab's scans for any CUDA program, as one header, scanlab.cuh: scan (inclusive, exclusive, by
/// key), select, partition, unique, and radix sort. docs/header.md says what each parameter is for, and
/// what it costs.
/// It needs C++20 and a GPU of compute capability 7.0 or later.
#pragma once

#if __cplusplus < 202002L
#error "scanlab.cuh needs C++20: nvcc -std=c++20"
#endif

#include "device_scan.cuh"
#include "device_select.cuh"
#include "device_sort.cuh"
