/// \file
/// Words that captions are made of, and how text goes into SVG and HTML.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace scanlab::diagrams {

/// "1 tile", "3 tiles", "2 launches".
inline std::string count(long long n, const std::string& what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : what.ends_with("ch") ? "es" : "s");
}

/// For markup: as text, or between the quotes of an attribute.
inline std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        default:
            result += c;
        }
    }
    return result;
}

} // namespace scanlab::diagrams
