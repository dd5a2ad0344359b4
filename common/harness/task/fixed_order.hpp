/// \file
/// The additions of lesson 13's exercise, one by one, on the CPU: what makes every bit of its result
/// known.
#pragma once

#include "layout.hpp"

#include <span>

namespace scanlab {

/// Scans the floats whose bits `input` has, in the order of additions of lesson 13's exercise, whose
/// tiles have the layout: four elements per thread; in tiles as TileOf scans them; before a tile, what
/// comes before the last multiple of 32 below its number, and then the tiles from there on, added up as
/// warp_total() does.
void scan_in_fixed_order(std::span<const int> input, std::span<int> output, const Layout& layout);

} // namespace scanlab
