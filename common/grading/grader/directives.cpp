#include "directives.hpp"

#include <algorithm>
#include <cctype>
#include <tuple>

namespace scanlab::grader {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r'; }
/// Spaces of other alphabets: the compiler takes them for spaces, too, and no directive begins after
/// letters.
bool is_of_other_alphabet(char c) { return (c & 0x80) != 0; }
bool is_in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// The source with lines joined that end with a backslash, and the line that each character stands on.
struct Joined {
    std::string text;
    std::vector<int> lines;
};

Joined joined(std::string_view source) {
    Joined result;
    int line = 1;
    for (std::size_t i = 0; i < source.size(); ++i) {
        const bool ends_line =
            source[i] == '\n' || (source[i] == '\r' && source.substr(i + 1, 1) != "\n");
        if (source[i] == '\\') {
            std::size_t end = i + 1;
            while (end < source.size() && is_blank(source[end])) ++end;
            if (end < source.size() && source[end] == '\n') {
                i = end;
                ++line;
                continue;
            }
        }
        result.text += ends_line ? '\n' : source[i];
        result.lines.push_back(line);
        if (ends_line) ++line;
    }
    return result;
}

/// After the name or number that begins there. A number may have quotes between its digits, and signs.
std::size_t after_word(std::string_view text, std::size_t at) {
    const bool is_number = std::isdigit(static_cast<unsigned char>(text[at]));
    std::size_t end = at + 1;
    for (; end < text.size(); ++end) {
        const bool is_separator =
            is_number && text[end] == '\'' && end + 1 < text.size() && is_in_word(text[end + 1]);
        if (!is_in_word(text[end]) && !is_separator && !(is_number && text[end] == '.')) break;
    }
    return end;
}

bool is_raw_prefix(std::string_view word) {
    return word == "R" || word == "u8R" || word == "uR" || word == "UR" || word == "LR";
}

/// After the raw string whose R stands at `at`; after the R if none does.
std::size_t after_raw_string(std::string_view text, std::size_t at) {
    const std::size_t open = text.find('(', at);
    if (text.substr(at, 2) != "R\"" || open == std::string_view::npos || open - at > 18) return at + 1;
    const std::string end = ")" + std::string(text.substr(at + 2, open - at - 2)) + "\"";
    const std::size_t close = text.find(end, open);
    return close == std::string_view::npos ? text.size() : close + end.size();
}

std::size_t after_quotes(std::string_view text, std::size_t at) {
    const char quote = text[at];
    for (++at; at < text.size() && text[at] != '\n'; ++at) {
        if (text[at] == '\\')
            ++at;
        else if (text[at] == quote)
            return at + 1;
    }
    return std::min(at, text.size());
}

/// After the comment that begins there; `at` itself if none does.
std::size_t after_comment(std::string_view text, std::size_t at) {
    const std::string_view begin = text.substr(at, 2);
    const std::size_t end = begin == "//"   ? text.find('\n', at)
                            : begin == "/*" ? text.find("*/", at + 2)
                                            : at;
    if (end == std::string_view::npos) return text.size();
    return begin == "/*" ? end + 2 : end;
}

/// How many characters of a # stand there: 0, 1, or 2 of the digraph.
std::size_t length_of_hash(std::string_view text) {
    return text.starts_with('#') ? 1 : text.starts_with("%:") ? 2 : 0;
}

/// What is left of a directive, from behind its # on.
std::string rest_of_directive(std::string_view text, std::size_t& at) {
    std::string rest;
    while (at < text.size() && text[at] != '\n') {
        if (const std::size_t end = after_comment(text, at); end != at) {
            rest += ' ';
            at = end;
        } else if (text[at] == '"' || text[at] == '\'') {
            const std::size_t end_of_quotes = after_quotes(text, at);
            rest += text.substr(at, end_of_quotes - at);
            at = end_of_quotes;
        } else {
            rest += is_blank(text[at]) ? ' ' : text[at];
            ++at;
        }
    }
    rest.erase(0, rest.find_first_not_of(' '));
    return rest;
}

std::vector<Directive> directives(const Joined& source, bool with_raw_strings) {
    const std::string_view text = source.text;
    std::vector<Directive> all;
    bool begins_line = true;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t hash = begins_line ? length_of_hash(text.substr(i)) : 0;
        if (after_comment(text, i) != i) {
            i = after_comment(text, i);
        } else if (hash > 0) {
            const int line = source.lines[i];
            i += hash;
            all.push_back({line, rest_of_directive(text, i)});
        } else if (is_in_word(text[i])) {
            const std::size_t end = after_word(text, i);
            i = with_raw_strings && is_raw_prefix(text.substr(i, end - i))
                    ? after_raw_string(text, end - 1)
                    : end;
            begins_line = false;
        } else if (text[i] == '"' || text[i] == '\'') {
            i = after_quotes(text, i);
            begins_line = false;
        } else {
            if (text[i] == '\n')
                begins_line = true;
            else if (!is_blank(text[i]) && !is_of_other_alphabet(text[i]))
                begins_line = false;
            ++i;
        }
    }
    return all;
}

} // namespace

std::vector<Directive> directives_of(std::string_view source) {
    const Joined text = joined(source);
    std::vector<Directive> all = directives(text, true);
    for (Directive& other : directives(text, false)) all.push_back(std::move(other));
    const auto key = [](const Directive& d) { return std::tie(d.line, d.text); };
    std::ranges::sort(all, {}, key);
    const auto same = [&](const Directive& a, const Directive& b) { return key(a) == key(b); };
    all.erase(std::unique(all.begin(), all.end(), same), all.end());
    return all;
}

} // namespace scanlab::grader
