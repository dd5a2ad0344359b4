/// \file
/// Kernels that make inputs and say whether results are right where they are, on the device, so that no
/// array has to go to the CPU for that. They are there if SCANLAB_GPU_KERNELS is defined.
#pragma once

#include "device.hpp"
#include "scanlab/lesson.hpp"
#include "task/recipe.hpp"
#include "task/rounding.hpp"

namespace scanlab {

/// Makes an input: `recipe.n` elements and, for a segmented scan, as many heads. The same as
/// make_inputs() on the host.
void make_on_device(const Recipe& recipe, int* values, int* heads, cudaStream_t stream);

/// What checks have found, in device memory.
struct Verdict {
    unsigned long long wrong;   ///< elements
    long long kept;             ///< of the call that was checked last: the right number
    unsigned long long balance; ///< of what a result must have as much of as its input; 0 if it has

    bool is_right() const { return wrong == 0 && balance == 0; }
};

/// Counts the elements of a call's input, and its heads, that are not as they were made.
void check_made(const Recipe& recipe, const Problem& call, Verdict* verdict);

/// Counts the wrong elements of an output into `verdict`: each must be what follows from the input and
/// the output before it, which is true of all of them only if they are all right; those of a sort must
/// be no smaller than the one before, and their hashes add up to that of the input. `reach`:
/// how many elements one sum reaches over. The `guard` ints after the result have to be poisoned still
/// (at most 256).
void check_scan(Task task, const Problem& call, long long reach, long long guard, Verdict* verdict);

/// Elements whose kept ones are counted together, for checking what a task keeps, and whose floats are
/// summed together.
constexpr long long chunk = 1024;
inline long long chunks_of(long long n) { return ceil_div(n, chunk); }

/// ranks[c] = how many elements are kept before the input's c-th chunk. Waits for
/// the stream; returns how many it keeps in all.
long long rank_chunks(Kept kept, const int* input, long long n, long long* ranks, const Stream& stream);

/// check_scan() for a task that counts what it keeps: every kept element is looked for where its rank
/// says. `ranks`: of an array in which the input begins with chunk 0. With a guard, what follows the
/// kept elements has to be poisoned as well.
void check_moved(Task task, const Problem& call, const long long* ranks, long long guard,
                 Verdict* verdict);

/// What some floats come to.
struct FloatsSummed {
    FloatSum sum;
    double absolute = 0; ///< of their absolute values
    bool whole = true;   ///< whether all of them are whole numbers
};

/// check_scan() for a scan of floats, which may be off by what so many additions explain. `sums`:
/// chunks_of(n) in device memory.
void check_floats(const Problem& call, long long additions, long long guard, FloatsSummed* sums,
                  Verdict* verdict);

} // namespace scanlab
