/// \file
/// Running a program in every order of its threads that can make a difference.
#pragma once

#include "trial_runs.hpp"

namespace scanlab {

struct AllOrdersOptions {
    long long most = 10'000; ///< orders that are tried
    TriedProgram program;
};

/// Explores each launch in all its orders while the others run in the usual one; but what comes after a
/// launch once for each content of memory that its orders leave. So no combination is missing.
/// Ends early when the user interrupts it. The exit code: the program's own, or 3 if something was
/// found. Throws UsageError.
int try_all_orders(const AllOrdersOptions& options);

} // namespace scanlab
