/// \file
/// What the harness has to know about each task.
#pragma once

#include "scanlab/lesson.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace scanlab {

/// As in "inclusive-scan", for programs that read reports.
std::string_view name(Task task);

/// The task of that name; none if there is no such task.
std::optional<Task> task_named(std::string_view text);

/// Whether the task counts, in `*kept`, the elements for which is_kept() holds.
constexpr bool counts_kept(Task task) {
    return task == Task::compaction || task == Task::split || task == Task::run_lengths;
}

/// Whether the result has an element for each that is kept, and no others.
__host__ __device__ constexpr bool is_shortened(Task task) {
    return task == Task::compaction || task == Task::run_lengths;
}

/// Whether an index of the output is none of the input.
constexpr bool moves_elements(Task task) {
    return counts_kept(task) || task == Task::sort || task == Task::bins;
}

/// Whether element i is counted: a compaction's and a split's come first, a run's first one stands for
/// the run.
__host__ __device__ constexpr bool is_kept(const int* input, long long i, Task task) {
    if (task == Task::run_lengths) return i == 0 || input[i] != input[i - 1];
    return task == Task::compaction ? input[i] != 0 : (input[i] & 1) == 0;
}

/// Task::bins puts an element into one of 16.
__host__ __device__ constexpr int bin_of(int value) { return value & 15; }

/// Whether the arrays hold the bits of floats.
__host__ __device__ constexpr bool is_of_floats(Task task) {
    return task == Task::float_scan || task == Task::fixed_order_scan;
}

/// How many arrays a call reads: the heads are one, too.
constexpr int inputs(Task task) { return task == Task::segmented_scan ? 2 : 1; }

/// How many elements the output has, unless the task is_shortened().
__host__ __device__ constexpr long long results(Task task, long long n) {
    return task == Task::pair_sums ? n / 2 : n;
}

/// How many ints an element of the output takes.
__host__ __device__ constexpr int words(Task task) {
    return task == Task::wide_scan || task == Task::run_lengths ? 2 : 1;
}

/// Element i of an output that is stored as ints, words(task) for each element, low word first.
long long element(std::span<const int> output, long long i, Task task);

/// An output's element for people: a number, with all digits that tell floats apart, an affine map, as
/// in "3x + 5", or a run, as in "2 times 7".
std::string text_of(long long value, Task task);

} // namespace scanlab
