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

/// In the order of their lines. What stands in raw strings counts, too: no exercise needs a `#` there,
/// and whether the preprocessor sees it as one is too easily got wrong.
std::vector<Directive> directives_of(std::string_view source);

} // namespace scanlab::grader
