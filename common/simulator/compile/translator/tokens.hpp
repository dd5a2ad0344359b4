/// \file
/// Finding one's way in a row of tokens: matching brackets, template arguments, scopes.
#pragma once

#include "compile/translator/lexer.hpp"

#include <initializer_list>
#include <string>

namespace scanlab::translate {

/// No such token. It is larger than any index.
constexpr std::size_t none = static_cast<std::size_t>(-1);

bool is_any(const Token& token, std::initializer_list<std::string_view> texts);
/// Is token `i` there, and this text?
bool at(const Tokens& tokens, std::size_t i, std::string_view text);

/// Is token `i` there, and a word that can be part of a name, rather than `return` or `if`?
bool is_name(const Tokens& tokens, std::size_t i);

/// Is token `i` there, and a `(`, `[` or `{`?
bool is_open(const Tokens& tokens, std::size_t i);
/// The bracket that closes the `(`, `[` or `{` at `open`, or none.
std::size_t closing(const Tokens& tokens, std::size_t open);
/// The token after that bracket, or the end.
std::size_t past(const Tokens& tokens, std::size_t open);
/// The bracket that opens the `)`, `]` or `}` at `close`, or none.
std::size_t opening(const Tokens& tokens, std::size_t close);
/// The `>` that ends the template arguments begun by the `<` at `open`, or none.
std::size_t closing_angle(const Tokens& tokens, std::size_t open);
/// The `<` that begins the template arguments ended by the `>` at `close`, or none.
std::size_t opening_angle(const Tokens& tokens, std::size_t close);

/// Are tokens `i` … `i + count - 1` all `c`, touching each other, with no further `c` beside them?
bool is_run(const Tokens& tokens, std::size_t i, std::size_t count, char c);

/// Tokens `begin` … `end - 1`, each gap between them squeezed into one space.
std::string squeezed(const Tokens& tokens, std::size_t begin, std::size_t end);

/// `alignas`, `__attribute__` and the like: words that take an argument list without being a function.
bool is_attribute_word(const Token& token);

/// A function with a body: the brackets that open its parameters and its body; none if it is not there.
struct Function {
    std::size_t parameters = none, body = none;
};
/// The one that token `specifier` is part of the head of.
Function function_at(const Tokens& tokens, std::size_t specifier);

/// Where the declaration or statement begins that token `i` is part of.
std::size_t statement_begin(const Tokens& tokens, std::size_t i);

enum class Scope { file, type, function };
/// The scope that each token of the code stands in.
std::vector<Scope> scopes(const Source& source);

} // namespace scanlab::translate
