/// \file
/// Kernel launches: `callee<<<grid, block, bytes, stream>>>(arguments)`.
#pragma once

#include "compile/translator/kernels.hpp"

namespace scanlab::translate {

/// Does a launch's `<<<` begin at token `i`?
bool is_launch(const Tokens& tokens, std::size_t i);

/// Rewrites the launch whose `<<<` begins at token `chevron`.
void rewrite_launch(Rewriter& rewriter, const Row& row, std::size_t chevron,
                    const KernelNames& with_references);

} // namespace scanlab::translate
