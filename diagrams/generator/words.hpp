/// \file
/// Words that captions are made of.
#pragma once

#include <fmt/format.h>

#include <string>

namespace scanlab::diagrams {

/// "1 tile", "3 tiles".
inline std::string count(long long n, const std::string& what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

} // namespace scanlab::diagrams
