/// \file
/// The kinds of findings: what each is called, how severe it is, and the sentence that says what it
/// means. docs/finding.schema.json lists the names, and docs/kinds.md has a section for each.
#pragma once

#include "scanlab_sim/enumerators.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

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
    lost_result,
    barrier_divergence,
    deadlock,
    livelock,
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
    timeout,
    wrong_result,
    order_dependent
};

/// An error makes the program's exit code 3. A warning is reported and leaves it as it is: what
/// was done works, but it is nearly always an oversight. A note is shown to those who ask for notes:
/// what it is about does no harm.
enum class Severity { error, warning, note };
inline constexpr std::array severity_names{"error", "warning", "note"};
static_assert(severity_names.size() == enumerators<Severity>);
constexpr const char* name(Severity severity) {
    return severity_names[static_cast<std::size_t>(severity)];
}

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
    FindingRow{
        FindingKind::lost_result, "lost-result", Severity::warning,
        "A kernel's result never reached the host of a program that fails, or the program did not "
        "wait for what a kernel prints."},
    FindingRow{FindingKind::barrier_divergence, "barrier-divergence", Severity::error,
               "Threads that have to come to a barrier or a warp's operation together do not."},
    FindingRow{FindingKind::deadlock, "deadlock", Severity::error,
               "Threads wait for something that no thread will do any more."},
    FindingRow{FindingKind::livelock, "livelock", Severity::error,
               "Threads go round in a loop in which nothing changes that any of them waits for."},
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
               "The program has run for longer than it may."},
    FindingRow{FindingKind::wrong_result, "wrong-result", Severity::warning,
               "The program itself ends with an error, and no other finding explains it."},
    FindingRow{FindingKind::order_dependent, "order-dependent", Severity::warning,
               "What the program does depends on the order in which its threads run."}};
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

} // namespace scanlab::sim
