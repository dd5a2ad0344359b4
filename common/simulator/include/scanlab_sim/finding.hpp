/// \file
/// One thing that the simulator has found, and how it reads: to people, and as JSON. The JSON's members
/// are described by docs/finding.schema.json; read_findings.hpp reads it.
#pragma once

#include "scanlab_sim/dim3.hpp"
#include "scanlab_sim/enumerators.hpp"

#include <algorithm>
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

enum class FindingKind {
    race_shared,
    race_global,
    race_scope,
    race_stream,
    race_host,
    missing_order,
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
    leak,
    failed_assertion,
    trap,
    stack_overflow,
    division_by_zero,
    host_call,
    host_crash,
    timeout
};

/// An error makes the program's exit code 3. A warning is reported and leaves it as it is: what
/// was done works, but it is nearly always an oversight.
enum class Severity { error, warning };
inline const char* name(Severity severity) { return severity == Severity::error ? "error" : "warning"; }

struct FindingRow {
    FindingKind kind;
    const char* name;     ///< as it stands in reports
    Severity severity;    ///< usually
    const char* sentence; ///< what it means
};

/// All that is to be said of a kind of finding, in the order of the kinds.
inline constexpr std::array finding_table{
    FindingRow{
        FindingKind::race_shared, "race-shared", Severity::error,
        "Two threads access the same shared memory, one of them writes, and nothing orders the two."},
    FindingRow{
        FindingKind::race_global, "race-global", Severity::error,
        "Two threads access the same global memory, one of them writes, and nothing orders the two."},
    FindingRow{FindingKind::race_scope, "race-scope", Severity::error,
               "Two threads access the same memory, one of them writes, and what orders the two has "
               "too narrow a scope."},
    FindingRow{FindingKind::race_stream, "race-stream", Severity::error,
               "Two kernels, copies or other pieces of work access the same memory, one of them "
               "writes, and no stream or event orders the two."},
    FindingRow{FindingKind::race_host, "race-host", Severity::error,
               "The host and a kernel, a copy or other work access the same memory, one of them "
               "writes, and nothing orders the two."},
    FindingRow{
        FindingKind::missing_order, "missing-order", Severity::warning,
        "Two atomic or volatile accesses of the same memory are no race, but nothing orders the two."},
    FindingRow{FindingKind::out_of_bounds, "out-of-bounds", Severity::error,
               "An access lies outside of the array, or where no memory is."},
    FindingRow{FindingKind::misaligned, "misaligned", Severity::error,
               "The address of an access is no multiple of its size."},
    FindingRow{FindingKind::uninitialized, "uninitialized", Severity::error,
               "A value is used that was never set."},
    FindingRow{FindingKind::barrier_divergence, "barrier-divergence", Severity::error,
               "Threads that have to come to a barrier or a warp's operation together do not."},
    FindingRow{FindingKind::deadlock, "deadlock", Severity::error,
               "Threads wait for something that no thread will do any more."},
    FindingRow{FindingKind::invalid_launch, "invalid-launch", Severity::error,
               "A launch exceeds a limit of the device or of the kernel."},
    FindingRow{FindingKind::use_after_free, "use-after-free", Severity::error,
               "Memory, a stream or an event is used that has been freed."},
    FindingRow{FindingKind::double_free, "double-free", Severity::error,
               "Memory, a stream or an event is freed that has been freed, or never was allocated."},
    FindingRow{FindingKind::bad_copy, "bad-copy", Severity::error,
               "A copy or a fill has the wrong direction, size or place."},
    FindingRow{FindingKind::unchecked_error, "unchecked-error", Severity::error,
               "The program ends without having looked at the error of a launch."},
    FindingRow{FindingKind::leak, "leak", Severity::warning,
               "The program ends without having freed memory of the device."},
    FindingRow{FindingKind::failed_assertion, "failed-assertion", Severity::error,
               "An assert() fails, in a kernel or on the host."},
    FindingRow{FindingKind::trap, "trap", Severity::error,
               "A kernel stops itself by __trap(), or comes to where it promised never to come."},
    FindingRow{FindingKind::stack_overflow, "stack-overflow", Severity::error,
               "The calls and local variables of a thread need more memory than there is for them."},
    FindingRow{FindingKind::division_by_zero, "division-by-zero", Severity::error,
               "An integer is divided by zero, or the least one by -1."},
    FindingRow{FindingKind::host_call, "host-call", Severity::error,
               "A kernel calls a function of the host, or throws."},
    FindingRow{FindingKind::host_crash, "host-crash", Severity::error,
               "The host's code crashes, aborts, or throws what nothing catches."},
    FindingRow{FindingKind::timeout, "timeout", Severity::error,
               "The program has run for longer than it may."}};
static_assert(finding_table.size() == enumerators<FindingKind>);

inline constexpr auto finding_kind_names = [] {
    std::array<const char*, finding_table.size()> names{};
    std::ranges::transform(finding_table, names.begin(), &FindingRow::name);
    return names;
}();

constexpr const FindingRow& row(FindingKind kind) {
    return finding_table[static_cast<std::size_t>(kind)];
}
constexpr const char* name(FindingKind kind) { return row(kind).name; }
static_assert(std::ranges::all_of(finding_table,
                                  [](const FindingRow& r) { return &row(r.kind) == &r; }));

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
