/// \file
/// Whole words in source text: "n" stands in "n + 1", not in "next".
#pragma once

#include <cctype>
#include <string_view>

namespace scanlab::sim {

inline bool is_word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Where the word stands from `from` on, or npos.
inline std::size_t find_word(std::string_view text, std::string_view word, std::size_t from = 0) {
    for (std::size_t i = text.find(word, from); i != text.npos; i = text.find(word, i + 1)) {
        const std::size_t end = i + word.size();
        if ((i == 0 || !is_word_char(text[i - 1])) && (end == text.size() || !is_word_char(text[end])))
            return i;
    }
    return text.npos;
}

/// The last word of a text; empty if it has none.
inline std::string_view last_word(std::string_view text) {
    std::size_t end = text.size();
    while (end > 0 && !is_word_char(text[end - 1])) --end;
    std::size_t begin = end;
    while (begin > 0 && is_word_char(text[begin - 1])) --begin;
    return text.substr(begin, end - begin);
}

} // namespace scanlab::sim
