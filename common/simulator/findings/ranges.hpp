/// \file
/// Sets of lanes and threads, as messages name them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace scanlab::sim {

/// "0-31, 40"
std::string ranges(std::vector<unsigned> numbers);

/// The numbers of the bits that are set.
std::vector<unsigned> lanes_in(std::uint32_t mask);

} // namespace scanlab::sim
