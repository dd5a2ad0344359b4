/// \file
/// Splits a CUDA source into the tokens that the translator works on.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace scanlab::translate {

/// `::`, `->` and `##` are one token; all other punctuation is one token a character.
struct Token {
    enum class Kind { word, number, literal, punctuation };
    Kind kind;
    std::size_t begin;     ///< offset in the source
    std::string_view text; ///< a view into the source

    std::size_t end() const { return begin + text.size(); }
    bool is(std::string_view other) const { return text == other; }
    bool is_word() const { return kind == Kind::word; }
};
using Tokens = std::vector<Token>;

/// A `#define`. The parameters of `M(a, ...)` are `a` and `__VA_ARGS__`.
struct Macro {
    std::string_view name;
    std::vector<std::string_view> parameters;
    bool variadic = false; ///< the last parameter may stand for nothing
    Tokens body;
};

/// The file named in an `#include`, with its quotes or angle brackets.
struct Include {
    std::size_t begin;
    std::string_view spelling;
};

/// Where a group of `#if … #else … #endif` begins, changes branch or ends.
struct Branch {
    enum class Kind { open, next, close };
    Kind kind;
    std::size_t token; ///< index in Source::code of the token that follows
};

/// An `#if`, `#ifdef`, `#elif`, … that is compiled or not, depending on what comes before.
struct Condition {
    Token directive; ///< without its `#`
    Tokens tokens;
};

/// What a source consists of, without its comments and without what stands under `#if 0`.
struct Source {
    Tokens code; ///< everything outside preprocessor lines
    std::vector<Macro> macros;
    std::vector<Include> includes;
    std::vector<Branch> branches;
    std::vector<Condition> conditions;
};

/// The result views into `text`. Never fails: what is not C++ is for the compiler to refuse.
Source lex(std::string_view text);

} // namespace scanlab::translate
