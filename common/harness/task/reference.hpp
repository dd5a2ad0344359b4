/// \file
/// Tasks on the CPU: plain, which says what is right, and fast, the honest rival.
#pragma once

#include "host_array.hpp"
#include "inputs.hpp"
#include "layout.hpp"
#include "scanlab/lesson.hpp"

#include <span>

namespace scanlab {

/// What the CPU says the result is, as ints: n elements, or of a compaction the kept ones.
HostArray reference_result(const Lesson& lesson, const Layout& layout, const Input& input);

/// How many elements one sum reaches over: a tile, or all n (at least 1).
long long reach_of(const Lesson& lesson, const Layout& layout, long long n);

/// A whole input without heads by its task's row: see Compute.
long long compute_plain(Task task, std::span<const int> input, std::span<int> output);
long long compute_parallel(Task task, std::span<const int> input, std::span<int> output);

/// Scans each run of `tile` elements by itself; a tile of n or more elements scans the whole array.
/// `output` holds as many elements as `input`, as the task's ints. Sums wrap around; those of floats
/// are the floats nearest to the true sums. `task` is one of the scans; a segmented scan has `heads`,
/// one per element.
void scan_plain(std::span<const int> input, std::span<int> output, Task task, long long tile,
                std::span<const int> heads = {});

/// What scan_plain() computes, with all of the CPU's threads and SIMD lanes: reduce-then-scan over
/// pieces that stay in the caches between the two passes, so that memory is read once.
void scan_parallel(std::span<const int> input, std::span<int> output, Task task, long long tile,
                   std::span<const int> heads = {});

/// The inclusive scan of the whole array, on one thread with SIMD lanes, where the compiler knows how.
void scan_simd(std::span<const int> input, std::span<int> output);

/// A compaction the way a GPU does it: scans a flag for each element, which is 1 if it is kept, and
/// moves the elements where the sums before them say. `positions` has room for n of those. Returns how
/// many are kept.
long long compact_by_scan(std::span<const int> input, std::span<int> output, std::span<int> positions);

} // namespace scanlab
