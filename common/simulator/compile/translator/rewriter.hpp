/// \file
/// Collects what is to change in a source, and the errors found in it.
#pragma once

#include "compile/translator/tokens.hpp"
#include "compile/translator/translator.hpp"

namespace scanlab::translate {

/// A row of tokens in which constructs are complete: all of the code, or the body of one macro.
struct Row {
    const Tokens& tokens;
    const Macro* macro = nullptr;
    const std::vector<Scope>* scopes = nullptr; ///< of each token; null in a macro

    /// Macros are taken to be used in functions.
    Scope scope(std::size_t i) const { return scopes != nullptr ? (*scopes)[i] : Scope::function; }
};

class Rewriter {
public:
    Rewriter(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {}

    /// Writes `text` in place of what stands from `begin` up to `end`.
    void replace(std::size_t begin, std::size_t end, std::string text);
    void error(std::size_t offset, std::string message);

    /// The line in which an offset lies, counted from 1.
    int line(std::size_t offset) const;
    /// Whether a directive stands, in lines of its own, from `begin` up to `end`.
    bool has_directive(std::size_t begin, std::size_t end) const;
    /// The line ends from `begin` up to `end`, so that what follows can stay on its line.
    std::string line_ends(const Row& row, std::size_t begin, std::size_t end) const;

    Translation result();

private:
    struct Edit {
        std::size_t begin, end;
        std::string text;
    };

    std::string_view text_;
    std::string file_;
    std::vector<Edit> edits_;
    std::vector<Error> errors_;
};

} // namespace scanlab::translate
