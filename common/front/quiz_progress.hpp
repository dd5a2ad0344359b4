/// \file
/// What the quizzes came to.
#pragma once

namespace scanlab {

/// Prints a line for each lesson whose quiz was begun.
void print_quiz_progress();

} // namespace scanlab
