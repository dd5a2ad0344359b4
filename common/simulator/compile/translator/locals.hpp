/// \file
/// Makes the compiler report what a kernel does with its own variables, too: it leaves out those whose
/// address nobody takes, so that everybody's is taken.
#pragma once

#include "compile/translator/rewriter.hpp"

namespace scanlab::translate {

/// If token `i` begins a function for the GPU, with `__global__` or `__device__`: exposes its
/// parameters and local variables to the simulator.
void expose_locals(Rewriter& rewriter, const Row& row, std::size_t i);

} // namespace scanlab::translate
