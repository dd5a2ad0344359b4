/// \file
/// One thing that the simulator has found, and how it reads: to people, and as JSON. The JSON's members
/// are described by docs/finding.schema.json; read_findings.hpp reads it.
#pragma once

#include "kinds.hpp"
#include "scanlab_sim/dim3.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace scanlab::sim {

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

/// What a program that runs another under many schedules adds.
struct Reproduction {
    int runs;              ///< in which the finding came up
    std::string schedule;  ///< of one of them
    std::uint64_t order;   ///< of the same one: what the schedule leaves to chance
    std::string choices{}; ///< that replay it instead of the two; empty: none
    int occupied = 0;      ///< places that other kernels held in that run
};

struct Finding {
    FindingKind kind{};
    Severity severity = row(kind).severity;
    SourceLine at;                    ///< where to look first
    SourceLine other{};               ///< the other access of a race, where memory was freed, …
    std::string variable{};           ///< the array or variable concerned
    std::optional<long long> index{}; ///< its element
    std::optional<ThreadPosition> position{}; ///< none on the host
    std::string message{};                    ///< one sentence: what happened, and why that is wrong
    std::vector<std::string> details{};       ///< further lines, such as which threads wait where
    std::string hint{};                       ///< what to look at
    long long count = 1;                      ///< how often it came up
    std::optional<Reproduction> reproduction{};
};

inline bool is_race(const Finding& f) { return std::string_view(name(f.kind)).starts_with("race-"); }

std::string describe(const ThreadPosition& position);

/// Findings that differ in this are different ones to the user.
using FindingIdentity =
    std::tuple<FindingKind, Severity, std::string, int, std::string, int, std::string>;
FindingIdentity identity(const Finding& finding);

/// What the user reads: the finding with the lines of code that it speaks of.
std::string human_text(const Finding& finding);

/// The version of the JSON that json_line() writes; another one only if a reader has to change.
inline constexpr int finding_version = 1;

/// An object on a line of its own.
std::string json_line(const Finding& finding);

/// How many findings there are of each severity.
struct Tally {
    std::size_t errors = 0, warnings = 0;
    void add(Severity severity) { ++(severity == Severity::error ? errors : warnings); }
    std::size_t all() const { return errors + warnings; }
};
std::string text(const Tally& tally); ///< "3 findings", or "3 findings (2 errors, 1 warning)"

} // namespace scanlab::sim
