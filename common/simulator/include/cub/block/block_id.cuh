/// \file
/// What all block-wide collectives begin with.
#pragma once

#include "../util_ptx.cuh"

namespace cub::detail {

/// The thread's number in a block of this shape, which the launch must have.
template <int X, int Y, int Z>
int thread_in_block() {
    if (blockDim.x != X || blockDim.y != Y || blockDim.z != Z)
        scanlab::sim::trap(
            cudaErrorInvalidConfiguration,
            "The template of this collective of CUB names another block size than the launch has.");
    return RowMajorTid(X, Y, Z);
}

} // namespace cub::detail
