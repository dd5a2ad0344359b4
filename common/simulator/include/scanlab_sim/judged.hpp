/// \file
/// For whoever runs a judged program (compile/judge/judge.hpp), whose code touches its own memory only.
#pragma once

#include <cstddef>

namespace scanlab::sim {

/// The exit code of a judged program that has done what it may not. The last line on standard error
/// says what and where, after `not_allowed`.
constexpr int exit_not_allowed = 6;
constexpr const char* not_allowed = "not allowed here: ";

/// What of the caller's memory the program may use, too, from now on.
void give_to_program(void* begin, std::size_t bytes);
void give_to_program_for_reading(const void* begin, std::size_t bytes);

/// Whether a function of the program begins there.
bool is_function_of_program(const void* function);

} // namespace scanlab::sim
