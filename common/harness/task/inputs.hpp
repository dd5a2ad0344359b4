/// \file
/// The numbers that kernels are checked on.
#pragma once

#include "host_array.hpp"
#include "scanlab/lesson.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace scanlab {

/// What the numbers of an input are like.
enum class InputKind {
    ones,    ///< every element is 1; a compaction keeps all of them. Composition: x -> x + 1
    zeros,   ///< every element is 0; a compaction keeps none. Composition: x -> x
    random,  ///< scan: -8 … 8. Compaction: half of the elements are 0, the others 1 … 999.
             ///< Run lengths: the same, in runs. Composition: small factors and terms; no factor is
             ///< even, or soon nothing would be left
    large,   ///< any 32 bits, so that sums wrap around; factors are odd. Floats: from 2^-8 to 2^8, of
             ///< either sign, so that sums are rounded
    one_hot, ///< a single 1, anywhere, in zeros. Composition: a single x -> 3x + 1
    file     ///< the user's own numbers
};

/// The name of a kind on the command line and in reports, as in "one-hot".
std::string_view name(InputKind kind);

/// The kind that --case calls `text`; none if there is no such kind.
std::optional<InputKind> input_kind(std::string_view text);

/// The kinds that a lesson of this task is checked on.
std::vector<InputKind> input_kinds(Task task);

/// Makes `n` elements of a kind. Element i depends on `seed` and i alone (but for the place of a
/// one-hot input's 1), so that a shorter input is the beginning of a longer one. Uses all CPU threads.
HostArray make_input(InputKind kind, Task task, long long n, std::uint64_t seed);

/// Where segments begin: runs of short segments, of longer ones, and of none. Element i depends on
/// `seed` and i alone.
HostArray make_heads(long long n, std::uint64_t seed);

/// What a call reads.
struct Input {
    std::span<const int> values;  ///< n elements
    std::span<const int> heads{}; ///< segmented scan: n elements; else none
};

struct InputArrays {
    HostArray values, heads;
    operator Input() const { return {values, heads}; }
};

/// make_input() and, if the task has heads, make_heads().
InputArrays make_inputs(InputKind kind, Task task, long long n, std::uint64_t seed);

/// The same with given values.
InputArrays with_heads(HostArray values, Task task, std::uint64_t seed);

} // namespace scanlab
