/// \file
/// Kernels that a benchmark needs besides those that it measures: they make inputs and keep the device
/// busy.
#pragma once

#include "scanlab/lesson.hpp"

#include <cuda_runtime.h>

namespace scanlab {

/// Random elements for a task: any 32 bits for a scan; of a compaction or split so many per cent are
/// kept, in no regular order.
void fill_input(Task task, int* input, long long n, int kept_percent, cudaStream_t stream);

/// Heads of segments, 16 elements long on average.
void fill_heads(int* heads, long long n, cudaStream_t stream);

/// Keeps multiprocessors and memory busy for a while: passes over n elements, in a grid of that shape.
void make_noise(int* memory, long long n, int blocks, int threads, int passes, cudaStream_t stream);

/// Takes half of the multiprocessors, with all of their shared memory, for so many clock cycles.
void occupy_half(long long cycles, cudaStream_t stream);

} // namespace scanlab
