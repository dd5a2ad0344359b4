/// \file
/// Running the lessons' programs one after the other, and printing one table.
#pragma once

#include "registry.hpp"
#include "run_options.hpp"

namespace scanlab {

/// Runs the lessons that are asked for, and prints a row for each, and what is wrong; the exit code.
/// Throws UsageError.
int run_lessons(const RunOptions& options, const Registry& registry);

/// Prints each lesson's number, name and title.
int list_lessons(const Registry& registry);

} // namespace scanlab
