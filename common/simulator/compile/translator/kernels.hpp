/// \file
/// Definitions of kernels: what they may take, and what they promise.
#pragma once

#include "compile/translator/rewriter.hpp"

#include <cstddef>
#include <set>
#include <string_view>

namespace scanlab::translate {

/// Those with references among their parameters: what they get is where an argument lies.
using KernelNames = std::set<std::string_view>;

/// Adds the kernel whose `__global__` stands at `keyword` if it is one. A template is refused.
void note_references(Rewriter& rewriter, const Row& row, std::size_t keyword, KernelNames& kernels);

/// Has the kernel make known what the `__launch_bounds__` at `keyword` promises.
void rewrite_launch_bounds(Rewriter& rewriter, const Row& row, std::size_t keyword);

} // namespace scanlab::translate
