/// \file
/// `(void*)kernel`: once the cast is done, its parameters are forgotten. So it is written down before.
#pragma once

#include "compile/translator/rewriter.hpp"
#include "compile/translator/tokens.hpp"

namespace scanlab::translate {

/// Whether the file speaks of functions to which kernels are handed by pointer.
bool has_launches_by_pointer(std::string_view text);

/// If the `void` at `i` belongs to a cast of a name to a pointer: makes it `(void*)known_kernel(name)`.
void rewrite_cast_to_pointer(Rewriter& rewriter, const Row& row, std::size_t i);

} // namespace scanlab::translate
