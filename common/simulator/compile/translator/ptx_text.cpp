#include "compile/translator/ptx_text.hpp"

#include <algorithm>
#include <cctype>
#include <initializer_list>

namespace scanlab::translate {
namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_name_char(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%';
}

/// Blanks in place of comments, so that offsets stay.
std::string without_comments(std::string_view text) {
    std::string result(text);
    const auto blank = [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < std::min(to, result.size()); ++i) result[i] = ' ';
        return std::min(to, result.size());
    };
    for (std::size_t i = 0; i + 1 < result.size(); ++i) {
        if (result.compare(i, 2, "//") == 0)
            i = blank(i, result.find('\n', i));
        else if (result.compare(i, 2, "/*") == 0)
            i = blank(i, result.find("*/", i) == std::string::npos ? result.size()
                                                                   : result.find("*/", i) + 2) -
                1;
    }
    return result;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// Splits at the separator, but at none of those of "::", and not within brackets.
std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts(1);
    int depth = 0;
    for (const char c : text) {
        depth += (c == '{' || c == '[' || c == '<') - (c == '}' || c == ']' || c == '>');
        if (c == separator && depth == 0)
            parts.emplace_back();
        else if (!is_blank(c) || separator == '.')
            parts.back() += c;
    }
    return parts;
}

/// "@!p add.u32 a, b, c", which begins at `begin`.
PtxStatement instruction(std::string_view text, std::size_t begin) {
    PtxStatement result{.kind = PtxStatement::Kind::instruction, .begin = begin};
    if (text.starts_with('@')) {
        text.remove_prefix(1);
        result.is_negated = text.starts_with('!');
        if (result.is_negated) text.remove_prefix(1);
        const std::size_t end =
            static_cast<std::size_t>(std::ranges::find_if_not(text, is_name_char) - text.begin());
        result.predicate = text.substr(0, end);
        text = trimmed(text.substr(end));
    }
    const std::size_t end =
        static_cast<std::size_t>(std::ranges::find_if(text, is_blank) - text.begin());
    result.words = split(text.substr(0, end), '.');
    result.operands = split_operands(text.substr(end));
    if (text.starts_with(".reg")) { // ".reg .u32 a, b;"
        result.kind = PtxStatement::Kind::registers;
        std::string_view rest = trimmed(text.substr(4));
        while (rest.starts_with('.')) {
            const std::size_t type =
                static_cast<std::size_t>(std::ranges::find_if(rest, is_blank) - rest.begin());
            rest = trimmed(rest.substr(type));
        }
        result.operands = split_operands(rest);
    }
    return result;
}

} // namespace

std::string PtxStatement::spelling() const {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ".") + word;
    return text;
}

bool is_ptx(std::string_view original) {
    const std::string without = without_comments(original);
    std::string_view text = trimmed(without);
    const auto word_end = [&] {
        return static_cast<std::size_t>(
            std::ranges::find_if(text, [](char c) { return is_blank(c) || c == ';'; }) - text.begin());
    };
    while (text.substr(0, word_end()).ends_with(':')) text = trimmed(text.substr(word_end())); // labels
    if (text.starts_with('{') || text.starts_with('@') || text.starts_with(".reg")) return true;
    const std::string_view word = text.substr(0, word_end());
    for (const std::string_view known : {"trap", "exit", "brkpt"})
        if (word == known) return text.find(';') != std::string_view::npos;
    return word.find('.', 1) != std::string_view::npos;
}

std::vector<std::string> split_operands(std::string_view text) {
    std::vector<std::string> operands = split(trimmed(text), ',');
    if (operands.size() == 1 && operands.front().empty()) operands.clear();
    return operands;
}

std::vector<PtxStatement> ptx_statements(std::string_view original) {
    using Kind = PtxStatement::Kind;
    const std::string text = without_comments(original);
    std::vector<PtxStatement> statements;
    for (std::size_t i = 0; i < text.size();) {
        if (is_blank(text[i]) || text[i] == ';') {
            ++i;
        } else if (text[i] == '{' || text[i] == '}') {
            statements.push_back({.kind = text[i] == '{' ? Kind::open : Kind::close, .begin = i});
            ++i;
        } else {
            std::size_t end = i;
            while (end < text.size() && is_name_char(text[end])) ++end;
            std::size_t colon = end;
            while (colon < text.size() && is_blank(text[colon])) ++colon;
            if (colon < text.size() && text[colon] == ':' && end > i &&
                text.compare(colon, 2, "::") != 0) {
                statements.push_back(
                    {.kind = Kind::label, .begin = i, .words = {text.substr(i, end - i)}});
                i = colon + 1;
                continue;
            }
            end = std::min(text.find(';', i), text.size());
            statements.push_back(instruction(trimmed(std::string_view(text).substr(i, end - i)), i));
            i = end;
        }
    }
    return statements;
}

} // namespace scanlab::translate
