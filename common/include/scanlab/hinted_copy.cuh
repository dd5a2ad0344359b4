/// \file
/// A copy by a kernel, with the accesses and cache hints of lessons 08 and 10: a yardstick.
#pragma once

#include "tile.cuh"

namespace scanlab {

/// output[i] = input[i] for n elements, VECTORS vectors of four per thread.
template <int BLOCK, int VECTORS>
__global__ void copy_hinted(const int* input, int* output, long long n, EvictFirst victim) {
    Tile<BLOCK, VECTORS> tile;
    const long long start = static_cast<long long>(blockIdx.x) * tile.items;
    tile.load(input, start, n, load_policy(victim));
    tile.store(output, start, n);
}

/// Starts such a copy of n > 0 elements.
template <int BLOCK, int VECTORS>
void launch_hinted_copy(const int* input, int* output, long long n, cudaStream_t stream) {
    constexpr int items = Tile<BLOCK, VECTORS>::items;
    copy_hinted<BLOCK, VECTORS><<<static_cast<unsigned>((n + items - 1) / items), BLOCK, 0, stream>>>(
        input, output, n, first_to_evict(8 * n));
}

} // namespace scanlab
