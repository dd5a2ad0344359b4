/// \file
/// How many threads run in step: what a kernel's index arithmetic and its pictures depend on.
#pragma once

namespace scanlab {

/// Lanes per warp: 32 on every NVIDIA GPU. The simulator can have smaller warps, so that a picture of
/// what they do fits on a page; programs are compiled for that by -DSCANLAB_WARP_SIZE=4, for instance.
#ifdef SCANLAB_WARP_SIZE
constexpr int warp_size = SCANLAB_WARP_SIZE;
#else
constexpr int warp_size = 32;
#endif

/// Whether the program is compiled for a picture.
constexpr bool for_picture = warp_size < 32;

/// All lanes of a warp, as the `mask` of its collectives.
constexpr unsigned all_lanes = 0xffffffff;

} // namespace scanlab
