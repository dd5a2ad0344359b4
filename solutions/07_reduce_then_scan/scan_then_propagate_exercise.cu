// Exercise 07: scan, then propagate. The other way to join tiles, at four memory accesses per element.
//
// A first kernel scans every tile by itself, and notes its total. The totals are scanned the same way.
// A last kernel adds to every element the sum before its tile. Lesson 07 reads everything twice and
// writes it once; here it is read and written twice. In its favour: the first kernel need not know of
// the others, so any scan of tiles becomes a scan of arrays.
//
// What it costs: 16 bytes per element, so it can't be faster than half of a copy.
// (Harris, Sengupta, Owens, "Parallel Prefix Sum (Scan) with CUDA", GPU Gems 3, chapter 39, 2007.)
// Shared work: at most 80 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/exercise.hpp>
#include <scanlab/tile.cuh>

/// Four elements per thread: one 16-byte vector.
template <int BLOCK>
using Tile = scanlab::Tile<BLOCK, 1>;

/// Scans every tile by itself; totals[b] = the sum of tile b. `input` may be `output`.
template <int BLOCK>
__global__ void scan_tiles(const int* input, int* output, int* totals, long long n) {
    const long long start = blockIdx.x * static_cast<long long>(Tile<BLOCK>::items);
    Tile<BLOCK> tile;
    tile.load(input, start, n);
    // BEGIN SOLUTION scan the tile as in lesson 07, and note its total, if `totals` is not null.
    tile.scan(); // each warp its own elements: the last lane's last one is the warp's total
    int total;
    tile.add(scanlab::block_prefix_of_warp<BLOCK>(tile.rows[0].w, total));
    if (threadIdx.x == 0 && totals != nullptr) totals[blockIdx.x] = total;
    // END SOLUTION
    tile.store(output, start, n);
}

/// Adds to every element the sum before its tile; `prefixes` is the scan of the tiles' totals.
template <int BLOCK>
__global__ void propagate(int* output, const int* prefixes, long long n) {
    // BEGIN SOLUTION nothing comes before tile 0: let block b add to tile b + 1 the sum before it.
    const long long start = (blockIdx.x + 1) * static_cast<long long>(Tile<BLOCK>::items);
    Tile<BLOCK> tile;
    tile.load(output, start, n);
    tile.add(prefixes[blockIdx.x]);
    tile.store(output, start, n);
    // END SOLUTION
}

template <int BLOCK>
struct ScanThenPropagate {
    static constexpr int items_per_thread = Tile<BLOCK>::items_per_thread;
    static constexpr long long TILE = Tile<BLOCK>::items;

    /// One total per tile, and again for the tiles of the totals, until one tile is left.
    static std::size_t workspace(long long n) {
        const long long tiles = scanlab::ceil_div(n, TILE);
        return tiles <= 1 ? 0 : padded(tiles) * sizeof(int) + workspace(tiles);
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n > 0) scan(p.input, p.output, p.n, static_cast<int*>(p.workspace), p.stream);
    }

private:
    /// The totals of every level begin where a 16-byte load may begin.
    static std::size_t padded(long long count) {
        return static_cast<std::size_t>(scanlab::ceil_div(count, 4)) * 4;
    }

    static void scan(const int* input, int* output, long long n, int* workspace, cudaStream_t stream) {
        const long long tiles = scanlab::ceil_div(n, TILE);
        int* const totals = tiles > 1 ? workspace : nullptr;
        scan_tiles<BLOCK><<<tiles, BLOCK, 0, stream>>>(input, output, totals, n);
        if (tiles == 1) return;
        // BEGIN SOLUTION scan the totals, which are an array like any other, in place, with the rest of
        //| the workspace; then propagate.
        scan(totals, totals, tiles, workspace + padded(tiles), stream);
        propagate<BLOCK><<<tiles - 1, BLOCK, 0, stream>>>(output, totals, n);
        // END SOLUTION
    }
};

SCANLAB_EXERCISE(scan_then_propagate, ScanThenPropagate);
