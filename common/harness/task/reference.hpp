/// \file
/// Scans and compaction on the CPU: plain ones, which say what is right, and fast ones, the honest
/// rival.
#pragma once

#include "host_array.hpp"
#include "inputs.hpp"
#include "layout.hpp"
#include "scanlab/lesson.hpp"

#include <span>

namespace scanlab {

/// Scans each run of `tile` elements by itself; a tile of n or more elements scans the whole array.
/// `output` holds as many elements as `input`, in words(task) ints each. Sums wrap around; those of
/// floats are the floats nearest to the true sums. `task` is
/// one of the scans; a segmented scan has `heads`, one per element.
void scan_plain(std::span<const int> input, std::span<int> output, Task task, long long tile,
                std::span<const int> heads = {});

/// Copies the elements that are not zero, in order, to the front of `output` (which has room for all of
/// them) and returns their number.
long long compact_plain(std::span<const int> input, std::span<int> output);

/// Copies the even elements, in order, to the front of `output`, and the odd ones after them; returns
/// the number of even ones.
long long split_plain(std::span<const int> input, std::span<int> output);

/// Copies the elements to `output`, smallest first.
void sort_plain(std::span<const int> input, std::span<int> output);

/// The elements' indices by bin (see bin_of()), each bin's in their order.
void bins_plain(std::span<const int> input, std::span<int> output);

/// Two ints for each run of equal elements, its value and its length; returns the number of runs.
long long run_lengths_plain(std::span<const int> input, std::span<int> output);

/// What scan_plain() computes over the whole array, on one thread with SIMD lanes, where the compiler
/// knows how.
void scan_simd(std::span<const int> input, std::span<int> output, Task task);

/// What scan_plain() computes, with all of the CPU's threads and SIMD lanes: reduce-then-scan over
/// pieces that stay in the caches between the two passes, so that memory is read once.
void scan_parallel(std::span<const int> input, std::span<int> output, Task task, long long tile,
                   std::span<const int> heads = {});

/// What compact_plain() computes the way a GPU does: scans a flag for each element, which is 1 if it is
/// kept, and moves the elements where the sums before them say. `positions` has room for n of those.
long long compact_by_scan(std::span<const int> input, std::span<int> output, std::span<int> positions);

/// What compact_plain() computes, with all threads: count, scan the counts, copy.
long long compact_parallel(std::span<const int> input, std::span<int> output);

/// What split_plain() computes, likewise.
long long split_parallel(std::span<const int> input, std::span<int> output);

/// What sort_plain() computes, with all threads: each sorts a part, and parts are merged in pairs.
void sort_parallel(std::span<const int> input, std::span<int> output);

/// How many elements one sum reaches over: a tile, or all n (at least 1).
long long reach_of(const Lesson& lesson, const Layout& layout, long long n);

/// What the CPU says the result is, as ints: n elements, or of a compaction the kept ones.
HostArray reference_result(const Lesson& lesson, const Layout& layout, const Input& input);

} // namespace scanlab
