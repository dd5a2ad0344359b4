/// \file
/// A tile with many elements per thread, in registers. It is lesson 05's tile with more vectors.
#pragma once

#include "cache_policy.cuh"
#include "collectives.cuh"

namespace scanlab {

/// Returns how many 16-byte vectors a thread owns. That is `usual`, but 1 in pictures, which have
/// little room. A benchmark can choose another number, for example by -DSCANLAB_VECTORS=2.
#ifdef SCANLAB_VECTORS
constexpr int vectors(int) { return SCANLAB_VECTORS; }
#else
constexpr int vectors(int usual) { return for_picture ? 1 : usual; }
#endif

/// Loads four neighbouring elements at once. Elements from n on count as zero.
/// `i` must be a multiple of 4, and `input` aligned to 16 bytes. If the array is short, for example a
/// tile in shared memory, use an Index of 32 bits, because it is faster.
template <class Index>
__device__ inline int4 load_vector(const int* input, Index i, Index n) {
    if (i + 4 <= n) return *reinterpret_cast<const int4*>(input + i);
    int4 v{0, 0, 0, 0};
    if (i + 0 < n) v.x = input[i + 0];
    if (i + 1 < n) v.y = input[i + 1];
    if (i + 2 < n) v.z = input[i + 2];
    return v;
}

/// Stores four neighbouring elements, but nothing from n on. The store is marked as streaming, because
/// nobody reads these elements again soon. So the cache can keep other data instead.
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

/// A block holds BLOCK × VECTORS × 4 elements of an array in its registers.
///
/// Each warp owns a run of consecutive elements and reads it row by row, one 16-byte vector per lane.
/// So neighbouring lanes read neighbouring addresses, and each load is coalesced. For example, row 0 of
/// warp 0 has elements 0 to 127. Lane 0 has the first four, lane 1 the next four. Row 1 begins at 128.
template <int BLOCK, int VECTORS>
struct Tile {
    static constexpr int items_per_thread = VECTORS * 4;
    static constexpr int items = BLOCK * items_per_thread;

    int4 rows[VECTORS];

    /// Returns the index within the tile of this thread's first element in a row.
    __device__ static int position(int row) {
        const int warp = threadIdx.x / warp_size, lane = threadIdx.x % warp_size;
        return ((warp * VECTORS + row) * warp_size + lane) * 4;
    }

    /// Loads the tile that begins at input[start]. Elements from n on count as zero.
    template <class Index>
    __device__ void load(const int* input, Index start, Index n) {
#pragma unroll
        for (int row = 0; row < VECTORS; ++row)
            rows[row] = load_vector(input, start + position(row), n);
    }

    /// Loads a tile that is completely in the array. Because no row needs a check, all loads can be
    /// under way at the same time.
    __device__ void load_whole(const int* input) {
#pragma unroll
        for (int row = 0; row < VECTORS; ++row)
            rows[row] = *reinterpret_cast<const int4*>(input + position(row));
    }

    /// Loads the tile from global memory with a cache policy.
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

    /// Returns the sum of this thread's elements.
    __device__ int sum() const {
        int total = 0;
#pragma unroll
        for (int row = 0; row < VECTORS; ++row)
            total += rows[row].x + rows[row].y + rows[row].z + rows[row].w;
        return total;
    }

    /// Replaces each element by the sum of its warp's elements up to and including it.
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

    /// Adds `prefix` to each element.
    __device__ void add(int prefix) {
#pragma unroll
        for (int4& v : rows) v = {v.x + prefix, v.y + prefix, v.z + prefix, v.w + prefix};
    }
};

/// Loads this thread's elements of the block's tile. Those from n on count as `past_end`. A warp owns
/// a run of the tile and reads it row by row, so rows and lanes follow the order of the array.
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
