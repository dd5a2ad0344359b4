/// \file
/// One thing that the simulator has found, and how it reads: to people, and as JSON.
#pragma once

#include "scanlab_sim/dim3.hpp"

#include <compare>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace scanlab::sim {

enum class FindingKind {
    race_shared,
    race_global,
    out_of_bounds,
    misaligned,
    uninitialized,
    barrier_divergence,
    deadlock,
    invalid_launch,
    use_after_free,
    double_free,
    bad_copy,
    unchecked_error,
    leak
};

/// As it stands in reports: "race-shared".
const char* name(FindingKind kind);

/// A line of the user's program; line 0 if unknown.
struct SourceLine {
    std::string file;
    int line = 0;
    auto operator<=>(const SourceLine&) const = default;
};
std::string text(const SourceLine& line); ///< "scan.cu:12"; empty if unknown

/// A thread of a grid.
struct ThreadPosition {
    uint3 block, thread;
    unsigned warp, lane;
};

struct Finding {
    FindingKind kind;
    SourceLine at;                    ///< where to look first
    SourceLine other{};               ///< the other access of a race, where memory was freed, …
    std::string variable{};           ///< the array or variable concerned
    std::optional<long long> index{}; ///< its element
    std::optional<ThreadPosition> position{}; ///< none on the host
    std::string message{};                    ///< one sentence: what happened, and why that is wrong
    std::vector<std::string> details{};       ///< further lines, such as who waits where
    std::string hint{};                       ///< what to look at
};

std::string describe(const ThreadPosition& position);

/// Findings that differ in this are different ones to the user.
using FindingIdentity = std::tuple<FindingKind, std::string, int, std::string, int, std::string>;
FindingIdentity identity(const Finding& finding);

/// What the user reads: the finding with the lines of code that it speaks of.
std::string human_text(const Finding& finding);

/// An object on a line of its own, for a finding that came up so many times.
std::string json_line(const Finding& finding, long long count);

} // namespace scanlab::sim
