/// \file
/// What is wrong with a student's file before a compiler has to look at it.
#pragma once

#include <string>
#include <string_view>

namespace scanlab::grader {

/// One sentence if this is no text that a compiler can read, or if it lacks what the exercise ends
/// with; empty if it may be compiled. `exercise` is the name that the file is graded as.
std::string unreadable_because(std::string_view text, std::string_view exercise);
/// One sentence if no function of a file is a kernel, which is why its result is wrong.
std::string lacks_kernel(std::string_view text);

} // namespace scanlab::grader
