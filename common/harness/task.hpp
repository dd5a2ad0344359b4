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

/// Whether the task moves elements to other places, and counts some of them in `*kept`.
constexpr bool moves_elements(Task task) { return task == Task::compaction || task == Task::split; }

/// Whether a compaction or split counts an element, and puts it before those that it does not count.
__host__ __device__ constexpr bool is_kept(int value, Task task) {
    return task == Task::compaction ? value != 0 : (value & 1) == 0;
}

/// How many arrays a call reads: the heads are one, too.
constexpr int inputs(Task task) { return task == Task::segmented_scan ? 2 : 1; }

/// How many ints an element of the output takes.
constexpr int words(Task task) { return task == Task::wide_scan ? 2 : 1; }

/// Element i of an output that is stored as ints, words(task) for each element, low word first.
long long element(std::span<const int> output, long long i, Task task);

/// An output's element for people: a number or, as in "3x + 5", an affine map.
std::string text_of(long long value, Task task);

} // namespace scanlab
