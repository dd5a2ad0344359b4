/// \file
/// Text as reports, pages and pictures need it.
#pragma once

#include <string>
#include <string_view>

namespace scanlab {

/// "1 tile", "3 tiles", "2 launches".
inline std::string counted(long long n, std::string_view what) {
    const std::string_view ending = n == 1 ? "" : what.ends_with("ch") ? "es" : "s";
    return std::to_string(n).append(" ").append(what).append(ending);
}

/// For HTML, SVG and XML: as text, or between the quotes of an attribute. Control characters, which XML
/// does not allow, are left out.
inline std::string escaped(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        switch (c) {
        case '&':
            safe += "&amp;";
            break;
        case '<':
            safe += "&lt;";
            break;
        case '>':
            safe += "&gt;";
            break;
        case '"':
            safe += "&quot;";
            break;
        default:
            const bool control = static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t';
            if (!control) safe += c;
        }
    }
    return safe;
}

} // namespace scanlab
