/// \file
/// How messages are worded: names in backquotes, and sentences that begin with a capital letter.
#pragma once

#include <cctype>
#include <string>
#include <utility>

namespace scanlab::sim {

/// "`in`" of "in"
inline std::string quoted(const std::string& name) { return "`" + name + "`"; }

/// "Thread 3" of "thread 3": the beginning of a sentence.
inline std::string sentence(std::string text) {
    if (!text.empty())
        text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text;
}

} // namespace scanlab::sim
