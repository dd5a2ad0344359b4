/// \file
/// The elements that a warp keeps of its part of a tile, and their places in the output.
#pragma once

#include <scanlab/tile.cuh>

/// The sum of a word's four bytes.
__device__ int sum_of_bytes(unsigned word) { return __dp4a(word, 0x01010101u, 0u); }

/// A warp's part of a tile, and where in the warp's run each row of each thread goes.
template <int BLOCK, int ROWS>
struct Part {
    static_assert(ROWS <= 4, "a word has four bytes");

    scanlab::Tile<BLOCK, ROWS> tile;
    unsigned counts = 0; // how many this thread keeps, a byte for each row
    unsigned before = 0; // how many the lanes before this one keep
    unsigned totals = 0; // how many all lanes keep

    /// Counts the kept elements of each row, and scans the counts.
    __device__ __forceinline__ void reduce() {
        count();
        scan();
    }

    /// How many elements the warp keeps.
    __device__ int total() const { return sum_of_bytes(totals); }

    /// Counts the elements that are kept, which are all but zeros.
    __device__ __forceinline__ void count() {
        counts = 0;
#pragma unroll
        for (int row = 0; row < ROWS; ++row) {
            const int4 v = tile.rows[row];
            counts += ((v.x != 0) + (v.y != 0) + (v.z != 0) + (v.w != 0)) << (8 * row);
        }
    }

    /// Scans the counts of all rows at once, because no byte exceeds 128.
    __device__ __forceinline__ void scan() {
        const unsigned scanned = scanlab::warp_inclusive_scan(static_cast<int>(counts));
        before = scanned - counts;
        totals = __shfl_sync(scanlab::all_lanes, scanned, scanlab::warp_size - 1);
    }

    /// Writes the elements that the thread keeps to their places in the warp's run.
    __device__ __forceinline__ void scatter(int* run) const {
#pragma unroll
        for (int row = 0; row < ROWS; ++row) {
            const int4 v = tile.rows[row];
            int* to = run + (before >> (8 * row) & 255);
            if (v.x != 0) *to++ = v.x;
            if (v.y != 0) *to++ = v.y;
            if (v.z != 0) *to++ = v.z;
            if (v.w != 0) *to++ = v.w;
            run += totals >> (8 * row) & 255;
        }
    }
};

/// Stores a warp's run from where its lanes have scattered it to.
__device__ __forceinline__ void store_strip(int* run, const int* strip, int size) {
    const int lane = threadIdx.x % scanlab::warp_size;
    for (int i = lane; i < size; i += scanlab::warp_size) __stcs(run + i, strip[i]);
}
