/// \file
/// One thing that the simulator has found, and how it reads: to people, and as JSON. The JSON's members
/// are described by docs/finding.schema.json; read_findings.hpp reads it.
#pragma once

#include "kinds.hpp"
#include "scanlab_sim/dim3.hpp"

#include <array>
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
    int column = 0; ///< in bytes from 1 on; 0: unknown. The line is the same, whatever it is.
    friend auto operator<=>(const SourceLine& a, const SourceLine& b) {
        return std::tie(a.file, a.line) <=> std::tie(b.file, b.line);
    }
    friend bool operator==(const SourceLine& a, const SourceLine& b) {
        return std::tie(a.file, a.line) == std::tie(b.file, b.line);
    }
};
std::string text(const SourceLine& line); ///< "scan.cu:12"; empty if unknown
/// "in line 12", or "at scan.cu:12" in a sentence about a line of another file, or "elsewhere".
std::string text_beside(const SourceLine& said, const SourceLine& line);

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

/// Where a synchronisation is missing: after the line `from` and before the line `to`, which in a loop
/// may be the smaller one. Two zeros: the lines say nothing of where.
struct Gap {
    std::uint64_t functions; ///< a number for those that the lines stand in
    std::uint64_t remedy; ///< a number for what is missing: the same can close gaps of the same number
    int from, to;
    bool is_barrier = false; ///< it is there, in these two lines, but does not do its work
};
inline constexpr std::uint64_t a_block_barrier = 1; ///< as a remedy

/// Why a finding does not count: the rule of a user that leaves it out (rules.hpp).
struct Suppression {
    enum class By { baseline, comment, file, option };
    By by;
    std::string rule;   ///< where it stands: "scan.cu:12", "known.json", "--ignore leak"
    std::string reason; ///< that the user gives; may be empty
};
constexpr const char* name(Suppression::By by) {
    constexpr std::array names{"baseline", "comment", "file", "option"};
    static_assert(names.size() == enumerators<Suppression::By>);
    return names[static_cast<std::size_t>(by)];
}

struct Finding {
    FindingKind kind{};
    Severity severity = row(kind).severity;
    SourceLine at;                    ///< where to look first
    SourceLine other{};               ///< the other access of a race, where memory was freed, …
    std::string variable{};           ///< the array or variable concerned
    std::optional<long long> index{}; ///< its element
    std::optional<ThreadPosition> position{};       ///< none on the host
    std::optional<ThreadPosition> other_position{}; ///< of the other access of a race
    std::string kernel{};                           ///< that was running; empty on the host
    std::string message{};              ///< one sentence: what happened, and why that is wrong
    std::vector<std::string> details{}; ///< further lines, such as which threads wait where
    std::string hint{};                 ///< what to look at
    long long count = 1;                ///< how often it came up
    /// The same for the same mistake after other lines have moved, and on another machine.
    std::string fingerprint{};
    /// The fingerprint of the finding that explains this one best (groups.hpp); most often its own.
    std::string group{};
    std::optional<Suppression> suppressed{};
    std::optional<Gap> gap{}; ///< not in the JSON
    std::optional<Reproduction> reproduction{};
};

inline bool is_race(const Finding& f) { return std::string_view(name(f.kind)).starts_with("race-"); }

std::string describe(const ThreadPosition& position);

/// Whether it counts: it is no note, and no rule leaves it out.
inline bool counts(const Finding& f) { return f.severity != Severity::note && !f.suppressed; }

/// A number, as 16 hexadecimal digits, of the kind, the variable, the file in its repository and the
/// code of the lines.
std::string fingerprint_of(const Finding& finding);

/// Findings that differ in this are different ones to the user.
using FindingIdentity =
    std::tuple<FindingKind, Severity, std::string, int, std::string, int, std::string>;
FindingIdentity identity(const Finding& finding);

/// Whether no other finding explains it.
inline bool is_cause(const Finding& f) { return f.group == f.fingerprint; }

/// What the user reads: the finding with the lines of code that it speaks of, and how many of `all` it
/// explains.
std::string human_text(const Finding& finding, const std::vector<Finding>& all = {});

/// The path of a file from the folder of its repository on; empty if it is in none.
std::string path_in_repository(const std::string& file);
/// The same from the folder in which the program runs; the whole path if it is not below that.
std::string path_from_here(const std::string& file);

/// "and 4 more pairs of accesses that the same barrier would order"; empty if it explains no other.
std::string what_it_explains(const Finding& finding, const std::vector<Finding>& all);

/// The version of the JSON that json_line() writes; another one only if a reader has to change.
inline constexpr int finding_version = 2;

/// An object on a line of its own.
std::string json_line(const Finding& finding);

/// How many findings there are of each severity, and how many rules leave out.
struct Tally {
    std::size_t errors = 0, warnings = 0, notes = 0, suppressed = 0;
    void add(const Finding& finding);
    std::size_t all() const { return errors + warnings; } ///< that count
};
std::string text(const Tally& tally); ///< "3 findings", or "3 findings (2 errors, 1 warning)"

/// The list at the end of a run: how many findings there are, and a line for each that no other one
/// explains, or for each at all. Empty if there are none.
std::string summary(const std::vector<Finding>& findings, bool every_pair);

/// What is told at the end of the findings that do not count: a line for the notes, if they are not
/// shown, and one for those that rules leave out. Empty if there are none.
std::string left_out(const std::vector<Finding>& findings, bool notes_are_shown);

} // namespace scanlab::sim
