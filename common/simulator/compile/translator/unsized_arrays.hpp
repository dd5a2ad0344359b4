/// \file
/// The host's arrays whose length is no constant, and which get values: `int a[n] = {1, 2};`. GCC has
/// them. Clang has them without values only, and its errors say where they are.
#pragma once

#include "compile/translator/rewriter.hpp"

#include <istream>

namespace scanlab::translate {

/// The files and lines that Clang names in such errors, of all that it has said.
UnsizedArrays unsized_arrays(std::istream& messages);

/// Is token `i` the `[` of an array that is no constant's length, with values behind it?
bool is_array_with_values(const Tokens& tokens, std::size_t i);
/// Its values become those that a second variable's initialisation gives it.
void rewrite_unsized_array(Rewriter& rewriter, const Tokens& tokens, std::size_t i);

} // namespace scanlab::translate
