/// \file
/// The little that it takes to write JSON.
#pragma once

#include <cstdio>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab::sim {

/// The bytes of the UTF-8 character that `text` begins with; 0 if it begins with none.
inline std::size_t utf8_length(std::string_view text) {
    const auto byte = [text](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
    };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    if (first < 0xC2 || first > 0xF4) return 0;
    const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0) != 0x80) return 0;
    const unsigned second = byte(1);
    const bool is_overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    const bool is_surrogate = first == 0xED && second > 0x9F;
    const bool is_beyond_the_last = first == 0xF4 && second > 0x8F;
    return is_overlong || is_surrogate || is_beyond_the_last ? 0 : length;
}

/// The text in quotes, with what JSON wants escaped. What is no UTF-8, as file names may hold, becomes
/// U+FFFD: a reader would refuse the whole text for it.
inline std::string json_string(std::string_view text) {
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const std::size_t length = utf8_length(text.substr(i));
        if (length == 0) {
            out += "\\ufffd";
        } else if (length > 1) {
            out += text.substr(i, length);
            i += length - 1;
        } else if (c == '"' || c == '\\') {
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

/// A member of a JSON object. If its value, which is JSON, is empty, the object is without it.
struct JsonMember {
    const char* name;
    std::string value;
};

inline std::string json_object(std::initializer_list<JsonMember> members) {
    std::string out;
    for (const auto& [name, value] : members)
        if (!value.empty()) out += (out.empty() ? "" : ",") + json_string(name) + ":" + value;
    return "{" + out + "}";
}

/// Each element is JSON.
inline std::string json_array(const std::vector<std::string>& elements) {
    std::string out;
    for (const std::string& element : elements) out += (out.empty() ? "" : ",") + element;
    return "[" + out + "]";
}

} // namespace scanlab::sim
