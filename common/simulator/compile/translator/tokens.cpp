#include "compile/translator/tokens.hpp"

#include <algorithm>

namespace scanlab::translate {

bool is_any(const Token& token, std::initializer_list<std::string_view> texts) {
    return std::ranges::find(texts, token.text) != texts.end();
}

bool at(const Tokens& tokens, std::size_t i, std::string_view text) {
    return i < tokens.size() && tokens[i].is(text);
}

bool is_name(const Tokens& tokens, std::size_t i) {
    return i < tokens.size() && tokens[i].is_word() &&
           !is_any(tokens[i],
                   {"if", "else", "for", "while", "do", "switch", "case", "default", "return", "goto",
                    "throw", "constexpr", "co_return", "co_await", "co_yield", "and", "or", "not"});
}

bool is_open(const Tokens& tokens, std::size_t i) {
    return i < tokens.size() && is_any(tokens[i], {"(", "[", "{"});
}

std::size_t closing(const Tokens& tokens, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < tokens.size(); ++i) {
        if (is_open(tokens, i)) ++depth;
        if (is_any(tokens[i], {")", "]", "}"}) && --depth == 0) return i;
    }
    return none;
}

std::size_t past(const Tokens& tokens, std::size_t open) {
    return std::min(closing(tokens, open), tokens.size() - 1) + 1;
}

std::size_t opening(const Tokens& tokens, std::size_t close) {
    int depth = 0;
    for (std::size_t i = close + 1; i-- > 0;) {
        if (is_any(tokens[i], {")", "]", "}"})) ++depth;
        if (is_open(tokens, i) && --depth == 0) return i;
    }
    return none;
}

bool is_run(const Tokens& tokens, std::size_t i, std::size_t count, char c) {
    const std::string_view text(&c, 1);
    const auto is_next = [&](std::size_t k) {
        return at(tokens, k, text) && tokens[k].begin == tokens[k - 1].end();
    };
    if (!at(tokens, i, text)) return false;
    if (i > 0 && at(tokens, i - 1, text) && is_next(i)) return false;
    for (std::size_t k = i + 1; k < i + count; ++k) {
        if (!is_next(k)) return false;
    }
    return !is_next(i + count);
}

namespace {

/// Is the `<` or `>` at `i` half of `<<`, or does it begin `<=` or `>=`? Then it is no angle bracket.
bool is_operator(const Tokens& tokens, std::size_t i) {
    if (at(tokens, i + 1, "=") && tokens[i + 1].begin == tokens[i].end()) return true;
    return is_run(tokens, i, 2, '<') || (i > 0 && is_run(tokens, i - 1, 2, '<'));
}

} // namespace

std::size_t closing_angle(const Tokens& tokens, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < tokens.size(); ++i) {
        if (is_open(tokens, i)) {
            i = closing(tokens, i);
            if (i == none) return none;
        } else if (is_any(tokens[i], {")", "]", "}", ";"})) {
            return none;
        } else if (tokens[i].is("<") && !is_operator(tokens, i)) {
            ++depth;
        } else if (tokens[i].is(">") && !is_operator(tokens, i) && --depth == 0) {
            return i;
        }
    }
    return none;
}

std::size_t opening_angle(const Tokens& tokens, std::size_t close) {
    int depth = 0;
    for (std::size_t i = close + 1; i-- > 0;) {
        if (is_any(tokens[i], {")", "]", "}"})) {
            i = opening(tokens, i);
            if (i == none) return none;
        } else if (is_any(tokens[i], {"(", "[", "{", ";"})) {
            return none;
        } else if (tokens[i].is(">") && !is_operator(tokens, i)) {
            ++depth;
        } else if (tokens[i].is("<") && !is_operator(tokens, i) && --depth == 0) {
            return i;
        }
    }
    return none;
}

std::string squeezed(const Tokens& tokens, std::size_t begin, std::size_t end) {
    std::string text;
    for (std::size_t i = begin; i < end; ++i) {
        if (i > begin && tokens[i].begin != tokens[i - 1].end()) text += ' ';
        text += tokens[i].text;
    }
    return text;
}

bool is_attribute_word(const Token& token) {
    return is_any(token, {"alignas", "__align__", "__builtin_align__", "__attribute__", "__declspec",
                          "__launch_bounds__", "__cluster_dims__", "__block_size__", "__maxnreg__"});
}

Function function_at(const Tokens& tokens, std::size_t specifier) {
    Function f;
    for (std::size_t i = specifier + 1; i < tokens.size(); ++i) {
        if (is_any(tokens[i], {";", "=", ":"})) return {};
        if (tokens[i].is("{")) {
            f.body = i;
            return f.parameters == none ? Function{} : f;
        }
        if (!is_open(tokens, i)) continue;
        const bool is_argument_list = is_attribute_word(tokens[i - 1]) || tokens[i - 1].is("noexcept");
        if (tokens[i].is("(") && !is_argument_list) f.parameters = i;
        i = closing(tokens, i);
        if (i == none) return {};
    }
    return {};
}

std::size_t statement_begin(const Tokens& tokens, std::size_t i) {
    while (i > 0 && !is_any(tokens[i - 1], {";", "{", "}"})) --i;
    return i;
}

namespace {

/// What the braces opened at `end` hold, judged by the tokens from the last `;`, `{` or `}` up to
/// there.
Scope scope_of_braces(const Tokens& tokens, std::size_t begin, std::size_t end) {
    bool is_type = false;
    bool has_bases = false;
    for (std::size_t i = begin; i < end; ++i) {
        std::size_t skip_to = none;
        if (tokens[i].is("template") && at(tokens, i + 1, "<")) skip_to = closing_angle(tokens, i + 1);
        if (is_attribute_word(tokens[i]) && at(tokens, i + 1, "(")) skip_to = closing(tokens, i + 1);
        if (tokens[i].is("[")) skip_to = closing(tokens, i);

        if (skip_to < end) {
            i = skip_to;
        } else if (tokens[i].is("namespace")) {
            return Scope::file;
        } else if (tokens[i].is("extern") && i + 2 == end &&
                   tokens[i + 1].kind == Token::Kind::literal) {
            return Scope::file;
        } else if (is_any(tokens[i], {"class", "struct", "union", "enum"})) {
            is_type = true;
        } else if (tokens[i].is(":")) {
            has_bases = is_type;
        } else if (tokens[i].is("=") || (tokens[i].is("(") && !has_bases)) {
            return Scope::function;
        }
    }
    // Otherwise a lambda, or an initializer, in which no declaration stands.
    return is_type ? Scope::type : Scope::function;
}

} // namespace

std::vector<Scope> scopes(const Source& source) {
    std::vector<Scope> result;
    result.reserve(source.code.size());
    std::vector<Scope> stack{Scope::file};
    std::vector<std::vector<Scope>> at_if; // every branch of an #if begins in the scope of the first
    std::size_t head = 0;
    auto branch = source.branches.begin();
    for (std::size_t i = 0; i < source.code.size(); ++i) {
        for (; branch != source.branches.end() && branch->token <= i; ++branch) {
            if (branch->kind == Branch::Kind::open) at_if.push_back(stack);
            if (branch->kind == Branch::Kind::next && !at_if.empty()) stack = at_if.back();
            if (branch->kind == Branch::Kind::close && !at_if.empty()) at_if.pop_back();
        }
        result.push_back(stack.back());
        if (source.code[i].is("{")) stack.push_back(scope_of_braces(source.code, head, i));
        if (source.code[i].is("}") && stack.size() > 1) stack.pop_back();
        if (is_any(source.code[i], {";", "{", "}"})) head = i + 1;
    }
    return result;
}

} // namespace scanlab::translate
