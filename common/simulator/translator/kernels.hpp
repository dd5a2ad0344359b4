/// \file
/// Definitions of kernels: what they may take, and what they promise.
#pragma once

#include "rewriter.hpp"

#include <cstddef>

namespace scanlab::translate {

/// Refuses references among the parameters of the kernel whose `__global__` stands at `keyword`.
void check_parameters(Rewriter& rewriter, const Row& row, std::size_t keyword);

/// Has the kernel make known what the `__launch_bounds__` at `keyword` promises.
void rewrite_launch_bounds(Rewriter& rewriter, const Row& row, std::size_t keyword);

} // namespace scanlab::translate
