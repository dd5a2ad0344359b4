/// \file
/// The basic blocks of a function: stretches of instructions that run one after the other.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace scanlab::instrument {

struct BasicBlock {
    std::size_t first, end; ///< lines; the first is the block's label, but where the function begins
    std::vector<std::size_t> successors;
};

/// In the order in which they stand in the function.
std::vector<BasicBlock> blocks_of(const std::vector<std::string_view>& body);

} // namespace scanlab::instrument
