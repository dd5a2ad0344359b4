/// \file
/// What lesson 05 builds, grown: a tile of many elements per thread, held in registers.
#pragma once

#include "cache_policy.cuh"
#include "collectives.cuh"

namespace scanlab {

/// 16-byte vectors per thread: `usual` ones, but in a picture, where there is little room, one. For a
/// benchmark programs are compiled by -DSCANLAB_VECTORS=2, for instance.
#ifdef SCANLAB_VECTORS
constexpr int vectors(int) { return SCANLAB_VECTORS; }
#else
constexpr int vectors(int usual) { return for_picture ? 1 : usual; }
#endif

/// Loads four neighbouring elements at once; those from n on count as zero.
/// `i` must be a multiple of 4, and `input` aligned to 16 bytes. An Index of 32 bits is faster, where
/// the array is that short, as a tile in shared memory is.
template <class Index>
__device__ inline int4 load_vector(const int* input, Index i, Index n) {
    if (i + 4 <= n) return *reinterpret_cast<const int4*>(input + i);
    int4 v{0, 0, 0, 0};
    if (i + 0 < n) v.x = input[i + 0];
    if (i + 1 < n) v.y = input[i + 1];
    if (i + 2 < n) v.z = input[i + 2];
    return v;
}

/// Stores four neighbouring elements, but nothing from n on. The store is marked as streaming: it is
/// not read again soon, so it need not push anything else out of the cache.
template <class Index>
__device__ inline void store_vector(int* output, Index i, Index n, int4 v) {
    if (i + 4 <= n) {
        __stcs(reinterpret_cast<int4*>(output + i), v);
        return;
    }
    if (i + 0 < n) output[i + 0] = v.x;
    if (i + 1 < n) output[i + 1] = v.y;
    if (i + 2 < n) output[i + 2] = v.z;
}

/// BLOCK × VECTORS × 4 elements of an array in the registers of a block.
///
/// Each warp owns a run of consecutive elements and reads it row by row, one 16-byte vector per lane,
/// so every load is coalesced. (If each *thread* owned consecutive vectors, a load's lanes would lie
/// far apart.) The order of the elements is: warp, row, lane, component.
template <int BLOCK, int VECTORS>
struct Tile {
    static constexpr int items_per_thread = VECTORS * 4;
    static constexpr int items = BLOCK * items_per_thread;

    int4 rows[VECTORS];

    /// Index of this thread's first element of a row, counted from the tile's first.
    __device__ static int position(int row) {
        const int warp = threadIdx.x / warp_size, lane = threadIdx.x % warp_size;
        return ((warp * VECTORS + row) * warp_size + lane) * 4;
    }

    /// Reads input[start …], where elements from n on count as zero.
    template <class Index>
    __device__ void load(const int* input, Index start, Index n) {
#pragma unroll
        for (int row = 0; row < VECTORS; ++row)
            rows[row] = load_vector(input, start + position(row), n);
    }

    /// The same where the whole tile is in the array: without a question per row, all loads are under
    /// way at once.
    __device__ void load_whole(const int* input) {
#pragma unroll
        for (int row = 0; row < VECTORS; ++row)
            rows[row] = *reinterpret_cast<const int4*>(input + position(row));
    }

    /// The same from global memory, under a cache policy.
    template <class Index>
    __device__ void load(const int* input, Index start, Index n, CachePolicy policy) {
#pragma unroll
        for (int row = 0; row < VECTORS; ++row) {
            const Index i = start + position(row);
            rows[row] = i + 4 <= n ? load_with_policy(reinterpret_cast<const int4*>(input + i), policy)
                                   : load_vector(input, i, n);
        }
    }

    template <class Index>
    __device__ void store(int* output, Index start, Index n) const {
#pragma unroll
        for (int row = 0; row < VECTORS; ++row)
            store_vector(output, start + position(row), n, rows[row]);
    }

    /// The sum of this thread's elements.
    __device__ int sum() const {
        int total = 0;
#pragma unroll
        for (int row = 0; row < VECTORS; ++row)
            total += rows[row].x + rows[row].y + rows[row].z + rows[row].w;
        return total;
    }

    /// Replaces every element by the sum of its warp's elements up to it.
    __device__ void scan() {
        int before_row = 0;
#pragma unroll
        for (int row = 0; row < VECTORS; ++row) {
            int4& v = rows[row];
            v.y += v.x;
            v.z += v.y;
            v.w += v.z;
            const int scanned = warp_inclusive_scan(v.w);
            const int before = before_row + scanned - v.w;
            v = {v.x + before, v.y + before, v.z + before, v.w + before};
            before_row += __shfl_sync(all_lanes, scanned, warp_size - 1);
        }
    }

    /// Adds the same to every element.
    __device__ void add(int prefix) {
#pragma unroll
        for (int4& v : rows) v = {v.x + prefix, v.y + prefix, v.z + prefix, v.w + prefix};
    }
};

/// Loads this thread's elements of the block's tile; those from n on count as `past_end`. A warp owns a
/// run of the tile and reads a row of it at a time, so that rows and lanes are in the array's order.
template <int BLOCK, int ITEMS>
__device__ inline void load_warp_striped(const int* input, long long n, int past_end,
                                         int (&items)[ITEMS]) {
    const int warp = threadIdx.x / warp_size, lane = threadIdx.x % warp_size;
    const long long first =
        (blockIdx.x * static_cast<long long>(BLOCK) + warp * warp_size) * ITEMS + lane;
#pragma unroll
    for (int row = 0; row < ITEMS; ++row)
        items[row] = first + row * warp_size < n ? input[first + row * warp_size] : past_end;
}

} // namespace scanlab
