/// \file
/// What a user gets who asks for no order: the program as it runs by itself, and what a few other
/// orders of its threads show, if it is short.
#pragma once

#include "trial_runs.hpp"

namespace scanlab {

/// Runs the program visibly, with these settings in its environment. If it finds no error and takes
/// little time, runs it again under other schedules, quietly and without input, as many as fit into a
/// second of the processor's time in all, and tells what they show besides. How it ends: with exit code
/// 3 if there are errors in any run; else as the first run. Throws UsageError.
Ended try_few_orders(const TriedProgram& program, const std::vector<std::string>& settings);

} // namespace scanlab
