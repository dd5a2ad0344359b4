/// \file
/// How far the student is, and what comes next.
#pragma once

#include "best_results.hpp"
#include "catalogue.hpp"

#include <string>

namespace scanlab {

/// Keeps what an exercise has come to, if it is the best so far.
void keep_result(const ExerciseDescription& exercise, Points points);

/// "Next: the quiz of lesson 03." and the commands for it: the first step from this lesson on that is
/// not done.
std::string what_is_next(int lesson);

} // namespace scanlab
