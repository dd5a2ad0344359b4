/// \file
/// What the simulator has found wrong with the program: told at once, counted, and listed at the end.
#pragma once

#include "scanlab_sim/core.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
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

/// Tells the user on standard error the first time that a finding of this kind, place and variable
/// comes up; afterwards only counts. Returns its number.
std::size_t report(const Finding& finding);

/// For findings that come up too often to be put into words each time.
class RepeatedFindings {
public:
    /// Counts the finding of this key once more; false if there is none yet.
    bool count_again(std::uint64_t key);
    void add(std::uint64_t key, std::size_t finding);

private:
    struct Number {
        std::size_t of_finding;
    };
    std::unordered_map<std::uint64_t, Number> numbers_;
};

/// Findings so far, those that were folded into an earlier one counted, too.
std::size_t findings_reported();

/// Prints the summary and writes the file that SCANLAB_SIM_FINDINGS names, one JSON object a line:
/// what happens at exit by itself, for those who leave otherwise.
void finish_findings();

} // namespace scanlab::sim
