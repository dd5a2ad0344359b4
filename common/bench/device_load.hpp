/// \file
/// Kernels that a benchmark needs besides those that it measures: they make inputs and keep the device
/// busy.
#pragma once

#include "bench_case.hpp"
#include "scanlab/lesson.hpp"

#include <cuda_runtime.h>

namespace scanlab {

/// Which elements an array gets.
struct Filling {
    int kept_percent = 0; ///< of a compaction or split
    Data data = Data::random;
    long long first = 0, all = 0; ///< the elements are those from there on of so many
};

/// Makes elements for a task: any 32 bits for a scan; so many that a compaction or split keeps. What an
/// element is depends on its place alone.
void fill_input(Task task, int* input, long long n, const Filling& filling, cudaStream_t stream);

/// Heads of segments, 16 elements long on average.
void fill_heads(int* heads, long long n, cudaStream_t stream);

/// Keeps multiprocessors and memory busy for a while: passes over n elements, in a grid of that shape.
void make_noise(int* memory, long long n, int blocks, int threads, int passes, cudaStream_t stream);

/// Takes half of the multiprocessors, with all of their shared memory, for so many clock cycles.
void occupy_half(long long cycles, cudaStream_t stream);

} // namespace scanlab
