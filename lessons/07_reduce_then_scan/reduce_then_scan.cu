// Lesson 07: reduce, then scan. The whole array at last, at three memory accesses per element.
//
// New since lesson 05: tiles are joined. A first kernel only sums every tile. Its sums, thousands of
// times fewer than the elements, are scanned the same way. A second kernel then scans every tile and
// adds the sum of all tiles before it. Launches are the barriers between the phases.
//
// What it costs: the input is read twice and the output written once, 12 bytes per element where a copy
// moves 8. So it can't be faster than two thirds of a copy.
#include <scanlab/lesson.hpp>
#include <scanlab/tile.cuh>

constexpr int VECTORS = scanlab::vectors(4); // 16-byte vectors per thread

/// totals[b] = the sum of tile b.
template <int BLOCK>
__global__ void reduce_tiles(const int* input, int* totals, long long n) {
    using Tile = scanlab::Tile<BLOCK, VECTORS>;
    Tile tile;
    tile.load(input, blockIdx.x * static_cast<long long>(Tile::items), n);

    int total;
    scanlab::block_prefix_of_warp<BLOCK>(scanlab::warp_sum(tile.sum()), total);
    if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

/// Scans every tile and adds the sum before it; `prefixes` is the inclusive scan of the tiles' totals.
template <int BLOCK>
__global__ void scan_tiles(const int* input, int* output, const int* prefixes, long long n) {
    using Tile = scanlab::Tile<BLOCK, VECTORS>;
    const long long start = blockIdx.x * static_cast<long long>(Tile::items);
    // `prefixes` is an inclusive scan of the totals, so the sum before this tile is one to the left.
    const int before_tile = blockIdx.x > 0 ? prefixes[blockIdx.x - 1] : 0;

    Tile tile;
    tile.load(input, start, n);
    tile.scan(); // each warp its own elements: the last lane's last one is the warp's total
    int total;
    const int before_warp = scanlab::block_prefix_of_warp<BLOCK>(tile.rows[VECTORS - 1].w, total);
    tile.add(before_tile + before_warp);
    tile.store(output, start, n);
}

template <int BLOCK>
struct ReduceThenScan {
    static constexpr int items_per_thread = scanlab::Tile<BLOCK, VECTORS>::items_per_thread;
    static constexpr long long TILE = scanlab::Tile<BLOCK, VECTORS>::items;

    /// One total per tile, and again for the tiles of the totals, until one tile is left.
    static std::size_t workspace(long long n) {
        const long long tiles = scanlab::ceil_div(n, TILE);
        return tiles <= 1 ? 0 : padded(tiles) * sizeof(int) + workspace(tiles);
    }

    static void launch(const scanlab::Problem& p) {
        scan(p.input, p.output, p.n, static_cast<int*>(p.workspace), p.stream);
    }

private:
    /// The totals of every level begin where a 16-byte load may begin.
    static std::size_t padded(long long count) {
        return static_cast<std::size_t>(scanlab::ceil_div(count, 4)) * 4;
    }

    static void scan(const int* input, int* output, long long n, int* workspace, cudaStream_t stream) {
        if (n == 0) return;
        const long long tiles = scanlab::ceil_div(n, TILE);
        int* totals = workspace;
        if (tiles > 1) {
            reduce_tiles<BLOCK><<<tiles, BLOCK, 0, stream>>>(input, totals, n);
            // The totals are an array like any other: scan them the same way, in place.
            scan(totals, totals, tiles, workspace + padded(tiles), stream);
        }
        scan_tiles<BLOCK><<<tiles, BLOCK, 0, stream>>>(input, output, totals, n);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<ReduceThenScan>({.number = 7,
                                                 .name = "reduce_then_scan",
                                                 .title = "Reduce, then scan (3n)",
                                                 .scope = scanlab::Scope::device},
                                                argc, argv);
}
