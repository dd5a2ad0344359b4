/// \file
/// The little that it takes to write JSON.
#pragma once

#include <cstdio>
#include <string>

namespace scanlab::sim {

/// The text in quotes, with what JSON wants escaped.
inline std::string json_string(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            char code[8];
            std::snprintf(code, sizeof code, "\\u%04x", c);
            out += code;
        } else {
            out += c;
        }
    }
    return out + '"';
}

} // namespace scanlab::sim
