/// \file
/// The ways in which a program ends early. Each message is one line that says what is wrong and what to
/// do.
#pragma once

#include "format.hpp"

#include <stdexcept>
#include <utility>

namespace scanlab {

/// Exit codes of every program. `exit_found` is the simulator's: it has found something.
enum ExitCode { exit_pass = 0, exit_wrong = 1, exit_usage = 2, exit_found = 3, exit_skipped = 77 };

/// The user asked for something that cannot be done: a text, or what fmt::format() makes of one.
struct UsageError : std::runtime_error {
    using runtime_error::runtime_error;
    template <class First, class... Others>
    UsageError(fmt::format_string<First, Others...> text, First&& first, Others&&... others)
        : runtime_error(
              fmt::format(text, std::forward<First>(first), std::forward<Others>(others)...)) {}
};

/// There is nothing to run on.
struct Skipped : std::runtime_error {
    using runtime_error::runtime_error;
};

} // namespace scanlab
