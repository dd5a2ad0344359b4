/// \file
/// How messages are worded: names in backquotes, and sentences that begin with a capital letter.
#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <utility>

namespace scanlab::sim {

/// "`in`" of "in"
inline std::string quoted(const std::string& name) { return "`" + name + "`"; }

/// How the hint of a race begins that a barrier of the block would order.
inline constexpr std::string_view barrier_hint = "Put a `__syncthreads()` between the two accesses.";

/// "Thread 3" of "thread 3": the beginning of a sentence.
inline std::string sentence(std::string text) {
    if (!text.empty())
        text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text;
}

} // namespace scanlab::sim
