/// \file
/// Text as reports, pages and pictures need it.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace scanlab {

/// "1 tile", "3 tiles", "2 launches", "2 passes".
inline std::string counted(long long n, std::string_view what) {
    const std::string_view ending = n == 1                                         ? ""
                                    : what.ends_with("ch") || what.ends_with("ss") ? "es"
                                                                                   : "s";
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

/// How many bytes the UTF-8 character has that the text begins with; 0 if it begins with none.
inline std::size_t bytes_of_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (byte(0) < 0x80) return 1;
    const std::size_t bytes = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
    if (byte(0) < 0xC2 || byte(0) > 0xF4 || text.size() < bytes) return 0;
    for (std::size_t i = 1; i < bytes; ++i)
        if ((byte(i) & 0xC0) != 0x80) return 0;
    const unsigned first_two =
        byte(0) << 8 | byte(1); // too long a form, half a pair, beyond the last one
    const bool is_none = (first_two >= 0xE080 && first_two < 0xE0A0) ||
                         (first_two >= 0xEDA0 && first_two < 0xEE00) ||
                         (first_two >= 0xF080 && first_two < 0xF090) || first_two >= 0xF490;
    return is_none ? 0 : bytes;
}

/// At most so many bytes of a text that nobody vouches for, as any terminal, report or JSON file can
/// hold it: control characters but ends of lines and tabs, and what is no UTF-8, become "?".
inline std::string printable(std::string_view text, std::size_t most_bytes) {
    std::string safe;
    while (!text.empty()) {
        const std::size_t bytes = bytes_of_character(text);
        const auto first = static_cast<unsigned char>(text[0]);
        const bool is_c1 = bytes == 2 && first == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0;
        const bool is_control =
            (first < ' ' && first != '\n' && first != '\t') || first == 0x7F || is_c1;
        if (safe.size() + std::max<std::size_t>(bytes, 1) > most_bytes) return safe + "\n[…]\n";
        safe += bytes == 0 || is_control ? "?" : text.substr(0, bytes);
        text.remove_prefix(std::max<std::size_t>(bytes, 1));
    }
    return safe;
}

} // namespace scanlab
