/// \file
/// Checking a lesson over many sizes and inputs, and boiling a failure down to the smallest case.
#pragma once

#include "fault.hpp"
#include "task/inputs.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace scanlab {

/// A case that failed.
struct Failure {
    InputKind kind;
    long long n;
    std::optional<long long> passes; ///< a smaller size at which the same kind of input passes
    Fault fault;
    /// A larger size that told more about the cause; fault.cause is then from there.
    std::optional<long long> cause_seen_at{};
    int runs = 1, right_runs = 0; ///< of the very same case
    bool runs_differ = false;
};

/// What to check: every kind of input at every size.
struct Checks {
    std::vector<long long> sizes; ///< ascending
    std::vector<InputKind> kinds;
    std::uint64_t seed;  ///< of the inputs
    std::uint64_t order; ///< of the threads, on the simulator
};

/// What came of it.
struct CheckResult {
    long long cases = 0; ///< that ran, and passed unless it is the last
    std::optional<Failure> failure;
};

/// Runs one case, of n elements, and says what is wrong with it.
using RunCase = std::function<std::optional<Fault>(InputKind, long long n, std::uint64_t order)>;

/// Runs all cases, smallest size first, until one fails; then looks for the smallest size between that
/// and the last that passed, and repeats it to see whether it always fails alike.
CheckResult check_all(const Layout& layout, const Checks& checks, const RunCase& run);

/// Runs this case alone, and repeats it if it fails.
CheckResult check_one(InputKind kind, long long n, std::uint64_t order, const RunCase& run);

} // namespace scanlab
