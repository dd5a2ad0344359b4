/// \file
/// A task is a row: all that the harness has to know about it. Each family of tasks has its rows in a
/// file, for example scan.cpp, and the rest of the harness asks the row. A task that counts nothing has
/// a second row in check/device_checks.cu, with the rule by which a device checks one output.
#pragma once

#include "elements.hpp"
#include "evidence.hpp"
#include "inputs.hpp"
#include "picture_inputs.hpp"
#include "scanlab/lesson.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace scanlab {

/// What is to be computed on the CPU.
struct CpuWork {
    Input input;
    long long reach = std::numeric_limits<long long>::max(); ///< elements that one sum reaches over
    Layout layout{}; ///< of tiles: some sums depend on the order of additions
};

/// Puts the result into `output` as ints; there is room for n elements. Returns how many elements are
/// kept, if the task counts them, or else n.
using Compute = long long (*)(const CpuWork& work, std::span<int> output);

/// As in "7".
std::string text_of_number(long long value);

/// What most tasks are checked on.
constexpr InputKind usual_kinds[]{InputKind::ones, InputKind::random, InputKind::large,
                                  InputKind::one_hot};

/// A task's row.
struct TaskTraits {
    Task task;
    std::string_view name; ///< as in "inclusive-scan", for programs that read reports
    const char* sentence;  ///< as in "inclusive scan {}", for people; "of each tile" replaces the {}

    // What it reads and writes.
    ElementKind elements = ElementKind::numbers;
    bool has_heads = false;         ///< whether it reads heads besides its input
    int words = 1;                  ///< ints that an element of the output takes
    int inputs_per_result = 1;      ///< how many elements of the input become one of the output
    Kept kept = Kept::uncounted;    ///< which elements it counts
    const char* kept_are = nullptr; ///< as in "elements are even", after a number
    bool is_shortened = false;      ///< whether the output has the kept elements alone
    bool is_rounded = false;        ///< whether sums may be off by what rounding explains
    bool only_on_host = false;      ///< whether a device cannot check its results
    bool many_passes = false; ///< whether it is slow, as a sort is, and is tried on fewer elements

    // What it is tried on.
    std::span<const InputKind> kinds = usual_kinds;
    InputKind measured_kind = InputKind::random;
    bool sweeps_kept = false; ///< whether benchmarks vary the share of kept elements
    HostArray (*picture_input)(long long n, std::uint64_t seed) = summands;

    // What is right, and what went wrong.
    Compute plain;              ///< on one thread: the reference
    Compute parallel = nullptr; ///< with all threads and SIMD lanes: the honest rival, if there is one
    /// Finds the place in the input of the element that belongs at the output's k-th place. Without
    /// this function it is the k-th, too.
    long long (*source)(const Evidence& evidence, long long k) = nullptr;
    /// Says in one or two sentences why a result is probably wrong; nothing if it shows no known
    /// pattern. There is no first wrong element if the count alone is wrong.
    std::string (*cause)(const Evidence& evidence, std::optional<long long> first_wrong) = nullptr;
    /// Writes an element of the output for people, with all digits that tell floats apart.
    std::string (*text)(long long value) = text_of_number;

    bool counts_kept() const { return kept != Kept::uncounted; }
    /// Whether an index of the output is none of the input.
    bool moves_elements() const { return source != nullptr; }
    /// How many arrays a call reads.
    int inputs() const { return has_heads ? 2 : 1; }
    /// How many elements the output has, unless it is shortened.
    long long results(long long n) const { return n / inputs_per_result; }
};

const TaskTraits& traits(Task task);

/// The rows of all tasks, in the order of the enumeration.
std::span<const TaskTraits* const> all_tasks();

/// As in "inclusive-scan", for programs that read reports.
inline std::string_view name(Task task) { return traits(task).name; }

/// The task of that name; none if there is no such task.
std::optional<Task> task_named(std::string_view text);

/// Element i of an output that is stored as ints, low word first.
long long element(std::span<const int> output, long long i, Task task);

} // namespace scanlab
