/// \file
/// The sizes that kernels are checked at.
#pragma once

#include <vector>

namespace scanlab {

/// Bounds of the sizes to check.
struct SizeLimits {
    long long tile;           ///< elements that one block handles
    long long resident_tiles; ///< tiles that the device can work on at the same time
    long long largest_power;  ///< the largest power of two to check
    long long large_odd;      ///< one large size that nothing divides
    long long most;           ///< what fits into memory; no larger size is returned
};

/// Sizes, ascending, at which scans tend to go wrong: nothing, one element, around a warp, a block and
/// a tile, more tiles than fit on the device at a time, powers of two, and one large odd size.
std::vector<long long> awkward_sizes(const SizeLimits& limits);

} // namespace scanlab
