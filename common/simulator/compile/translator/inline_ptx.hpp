/// \file
/// Inline PTX: an asm statement becomes calls of what the simulator's headers have for its
/// instructions.
#pragma once

#include "compile/translator/rewriter.hpp"

namespace scanlab::translate {

/// Is token `i` the `asm` of a statement, rather than part of something else?
bool is_asm(const Tokens& tokens, std::size_t i);

/// Rewrites the statement if its text is PTX; an instruction that the simulator lacks is an error.
void rewrite_asm(Rewriter& rewriter, const Row& row, std::size_t keyword);

} // namespace scanlab::translate
