/// \file
/// The directives of a C++ source, as the preprocessor sees them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scanlab::grader {

struct Directive {
    int line;         ///< of the source, on which it begins
    std::string text; ///< without its #, without comments and with lines joined: "include <vector>"
};

/// The text with the ends of lines that all readers take for such: LF in place of CR LF, and of CR.
std::string with_line_feeds(std::string_view text);

/// In the order of their lines. What stands in raw strings counts, too: no exercise needs a `#` there,
/// and whether the preprocessor sees it as one is too easily got wrong.
std::vector<Directive> directives_of(std::string_view source);

/// The first line, but for comments and quotes, in which a word has letters of another alphabet, and
/// digits or a quote besides: whether it is a name, a number, or several tokens, is up to the
/// compiler's tables. 0 if there is none; only then are the directives those that the compiler sees.
int line_of_unclear_word(std::string_view source);

} // namespace scanlab::grader
