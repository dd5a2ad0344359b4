#include "result_use.hpp"

#include "source_text.hpp"
#include "whole_words.hpp"

#include <cctype>
#include <string_view>

namespace scanlab::sim {

namespace {

constexpr std::size_t nowhere = std::string::npos;

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

bool has_word(std::string_view text, std::string_view word) { return find_word(text, word) != nowhere; }

/// The bracket that closes the one that stands at `open`, or nowhere.
std::size_t closing(std::string_view text, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        if (std::string_view("([{").find(text[i]) != nowhere) ++depth;
        if (std::string_view(")]}").find(text[i]) != nowhere && --depth == 0) return i;
    }
    return nowhere;
}

/// Where the statement begins that holds this place; a `for (…)` before it is none of it.
std::size_t begin_of_statement(std::string_view text, std::size_t place) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < place; ++i) {
        if (text[i] == '(' && closing(text, i) < place) i = closing(text, i);
        if (std::string_view(";{}").find(text[i]) != nowhere) begin = i + 1;
    }
    return begin;
}

/// Is this one call, and nothing else?
bool is_call(std::string_view expression) {
    expression = trimmed(expression);
    const std::size_t open = expression.find('(');
    if (open == nowhere || open == 0 || closing(expression, open) != expression.size() - 1)
        return false;
    for (const char c : expression.substr(0, open))
        if (!is_word_char(c) && !is_space(c) && std::string_view(":.<>,->").find(c) == nowhere)
            return false;
    return true;
}

/// The `=` of an assignment or initialization, or nowhere.
std::size_t assignment(std::string_view statement) {
    const std::size_t i = statement.find('=');
    if (i == nowhere || i == 0 || i + 1 == statement.size() || statement[i + 1] == '=') return nowhere;
    return std::string_view("=!<>+-*/%&|^").find(statement[i - 1]) == nowhere ? i : nowhere;
}

/// "y" of `const int y`, `y`, `y.words[i]`.
std::string_view variable(std::string_view target) {
    return last_word(target.substr(0, target.find_first_of(".[")));
}

/// Whether a condition stands before the end of `before`, which the text up to a variable is, that does
/// not hold the variable itself: `if (lane > 0)`, `lane > 0 ?`, `lane > 0 &&`, `if (lane == 0)
/// continue;`.
bool is_guarded(std::string_view before) {
    for (const std::string_view leaving : {"continue", "return", "break"})
        if (has_word(before.substr(0, before.rfind(';') + 1), leaving)) return true;
    for (std::size_t from = 0;;) {
        const std::size_t found = find_word(before, "if", from);
        if (found == nowhere) break;
        const std::size_t open = before.find('(', found);
        const std::size_t close = open == nowhere ? nowhere : closing(before, open);
        if (close == nowhere) return false; // the variable is part of the condition
        const std::string_view branch = trimmed(before.substr(close + 1));
        const bool is_block = branch.starts_with('{');
        if (is_block ? closing(branch, 0) == nowhere : branch.find(';') == nowhere) return true;
        from = close;
    }
    const std::string_view statement = before.substr(before.find_last_of(";{}") + 1);
    return statement.find('?') != nowhere || statement.find("&&") != nowhere;
}

ResultUse use_of_variable(std::string_view name, std::string_view rest) {
    const std::size_t use = find_word(rest, name);
    if (use == nowhere) return ResultUse::guarded;
    const std::string_view before = rest.substr(0, use),
                           after = trimmed(rest.substr(use + name.size()));
    const std::string_view statement = trimmed(before.substr(before.find_last_of(";{}") + 1));
    if (statement == "return" && after.starts_with(';')) return ResultUse::returned;
    if (statement.empty() && after.starts_with('=') && !after.starts_with("=="))
        return ResultUse::guarded; // overwritten
    return is_guarded(before) ? ResultUse::guarded : ResultUse::used;
}

} // namespace

ResultUse use_of_result(const std::string& file, int line, const std::string& name) {
    const std::string text = rest_of_function(file, line);
    const std::size_t call = text.find(name);
    if (call == nowhere) return ResultUse::used;
    const std::size_t begin = begin_of_statement(text, call), end = text.find(';', call);
    if (end == nowhere) return ResultUse::used;
    const std::string_view statement = trimmed(std::string_view(text).substr(begin, end - begin));
    if (statement.starts_with("return") && is_call(statement.substr(6))) return ResultUse::returned;
    const std::size_t equals = assignment(statement);
    if (equals == nowhere || !is_call(statement.substr(equals + 1))) return ResultUse::used;
    return use_of_variable(variable(statement.substr(0, equals)), std::string_view(text).substr(end));
}

} // namespace scanlab::sim
