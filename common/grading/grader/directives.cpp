#include "directives.hpp"

#include <algorithm>
#include <cctype>
#include <tuple>

namespace scanlab::grader {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v'; }
/// Letters and spaces of other alphabets: the compiler takes some for a part of a word, and others for
/// spaces; no directive begins after letters.
bool is_of_other_alphabet(char c) { return (c & 0x80) != 0; }
bool is_in_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' ||
           is_of_other_alphabet(c);
}

/// How many characters of a line's end stand there: LF, CR LF, or CR; 0 if none do.
std::size_t length_of_line_end(std::string_view text) {
    return text.starts_with("\r\n") ? 2 : text.starts_with('\n') || text.starts_with('\r');
}
/// A backslash, and the blanks and the line's end after it; 0 if no line ends so.
std::size_t length_of_splice(std::string_view text) {
    if (!text.starts_with('\\')) return 0;
    std::size_t end = 1;
    while (end < text.size() && is_blank(text[end])) ++end;
    const std::size_t line_end =
        text.substr(end).starts_with("\n\r") ? 2 : length_of_line_end(text.substr(end));
    return line_end == 0 ? 0 : end + line_end;
}

/// The source with lines joined that end with a backslash, LF at the ends of others, and the line that
/// each character stands on.
struct Joined {
    std::string text;
    std::vector<int> lines;
};

Joined joined(std::string_view source) {
    Joined result;
    for (int line = 1; !source.empty();) {
        const std::size_t splice = length_of_splice(source), end = length_of_line_end(source);
        if (splice == 0) {
            result.text += end > 0 ? '\n' : source.front();
            result.lines.push_back(line);
        }
        line += splice + end > 0;
        source.remove_prefix(std::max({splice, end, std::size_t{1}}));
    }
    return result;
}

/// After the name or number that begins there. A number may have quotes between its digits, and signs
/// after the letter of an exponent.
std::size_t after_word(std::string_view text, std::size_t at) {
    const bool is_number = std::isdigit(static_cast<unsigned char>(text[at]));
    const auto is_exponent = [](char c) { return std::string_view("eEpP").find(c) < 4; };
    std::size_t end = at + 1;
    for (; end < text.size(); ++end) {
        const char c = text[end];
        const bool is_separator = c == '\'' && end + 1 < text.size() && is_in_word(text[end + 1]),
                   is_sign = (c == '+' || c == '-') && is_exponent(text[end - 1]);
        if (!is_in_word(c) && !(is_number && (is_separator || is_sign || c == '.'))) break;
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

/// After the name, number, string or other character that begins there.
std::size_t after_token(std::string_view text, std::size_t at, bool with_raw_strings) {
    if (text[at] == '"' || text[at] == '\'') return after_quotes(text, at);
    if (!is_in_word(text[at])) return at + 1;
    const std::size_t end = after_word(text, at);
    return with_raw_strings && is_raw_prefix(text.substr(at, end - at))
               ? after_raw_string(text, end - 1)
               : end;
}

/// What is left of a directive, from behind its # on.
std::string rest_of_directive(std::string_view text, std::size_t& at, bool with_raw_strings) {
    std::string rest;
    while (at < text.size() && text[at] != '\n') {
        std::size_t end = after_comment(text, at);
        if (end != at || is_blank(text[at])) {
            rest += ' ';
            end = std::max(end, at + 1);
        } else {
            end = after_token(text, at, with_raw_strings);
            rest += text.substr(at, end - at);
        }
        at = end;
    }
    std::ranges::replace(rest, '\n', ' '); // of raw strings: the policy looks at one line
    rest.erase(0, rest.find_first_not_of(' '));
    return rest;
}

std::vector<Directive> directives(const Joined& source, bool with_raw_strings) {
    const std::string_view text = source.text;
    std::vector<Directive> all;
    bool begins_line = true;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t hash = begins_line ? length_of_hash(text.substr(i)) : 0;
        if (const std::size_t end = after_comment(text, i); end != i) {
            i = end;
        } else if (hash > 0) {
            const int line = source.lines[i];
            i += hash;
            all.push_back({line, rest_of_directive(text, i, with_raw_strings)});
        } else if (text[i] == '\n') {
            begins_line = true;
            ++i;
        } else if (is_blank(text[i]) || (begins_line && is_of_other_alphabet(text[i]))) {
            ++i;
        } else {
            i = after_token(text, i, with_raw_strings);
            begins_line = false;
        }
    }
    return all;
}

} // namespace

std::string with_line_feeds(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] != '\r')
            result += text[i];
        else if (text.substr(i + 1, 1) != "\n")
            result += '\n';
    return result;
}

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

int line_of_unclear_word(std::string_view source) {
    const Joined all = joined(source);
    const std::string_view text = all.text;
    for (std::size_t i = 0, end = 0; i < text.size(); i = end) {
        end = after_comment(text, i);
        if (end != i) continue;
        end = after_token(text, i, true);
        if (!is_in_word(text[i])) continue;
        const std::size_t word_end = after_word(text, i);
        const std::string_view word = text.substr(i, word_end - i);
        const bool has_quote =
            word_end < text.size() && (text[word_end] == '"' || text[word_end] == '\'');
        if (std::ranges::any_of(word, is_of_other_alphabet) &&
            (has_quote || word.find_first_of("0123456789'") != std::string_view::npos))
            return all.lines[i];
    }
    return 0;
}

} // namespace scanlab::grader
