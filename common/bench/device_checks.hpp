/// \file
/// Kernels that a benchmark needs besides those that it measures: they make inputs, empty the cache,
/// and say whether results are right, where an array is too large to be sent to the CPU for that.
#pragma once

#include "scanlab/lesson.hpp"

namespace scanlab {

/// Elements whose kept ones are counted together, for checking compactions. Calls begin at multiples.
constexpr long long chunk = 1024;

/// Elements after a result that a call must leave alone.
constexpr long long guard = 32;

/// Random elements for a task: any 32 bits for a scan; of a compaction or split so many per cent are
/// kept, in no regular order.
void fill_input(Task task, int* input, long long n, int kept_percent, cudaStream_t stream);

/// Heads of segments, 16 elements long on average.
void fill_heads(int* heads, long long n, cudaStream_t stream);

/// Reads `bytes` (a multiple of 16) of memory, so that the cache holds nothing else.
void read_all(void* memory, std::size_t bytes, cudaStream_t stream);

/// counts[c] = how many elements of the input's c-th chunk a compaction or split keeps.
void count_kept(Task task, const int* input, long long n, long long* counts, cudaStream_t stream);

/// What checks have found, in device memory.
struct Verdict {
    unsigned long long wrong; ///< elements
    long long kept;           ///< of the compaction or split that was checked last: the right number
};

/// Counts the wrong elements of a scan's output into `verdict`: each must be what follows from the
/// input and the output before it, which is true of all of them only if they are all right. `reach`:
/// how many elements one sum reaches over.
void check_scan(Task task, const Problem& call, long long reach, Verdict* verdict);

/// The same for a compaction or split, whose every kept element is looked for where its rank says.
/// ranks[c] = how many elements are kept before chunk c of an array in which the input begins with
/// chunk 0.
void check_moved(Task task, const Problem& call, const long long* ranks, Verdict* verdict);

/// Keeps multiprocessors and memory busy for a while: passes over n elements, in a grid of that shape.
void make_noise(int* memory, long long n, int blocks, int threads, int passes, cudaStream_t stream);

/// Takes half of the multiprocessors, with all of their shared memory, for so many clock cycles.
void occupy_half(long long cycles, cudaStream_t stream);

} // namespace scanlab
