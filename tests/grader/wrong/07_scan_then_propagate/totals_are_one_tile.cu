// fails: many_tiles
// The totals are scanned as one tile, however many there are.
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
    tile.scan(); // each warp its own elements: the last lane's last one is the warp's total
    int total;
    tile.add(scanlab::block_prefix_of_warp<BLOCK>(tile.rows[0].w, total));
    if (threadIdx.x == 0 && totals != nullptr) totals[blockIdx.x] = total;
    tile.store(output, start, n);
}

/// Adds to every element what precedes its tile; `prefixes` is the inclusive scan of the tiles' totals.
template <int BLOCK>
__global__ void propagate(int* output, const int* prefixes, long long n) {
    const long long start = (blockIdx.x + 1) * static_cast<long long>(Tile<BLOCK>::items);
    Tile<BLOCK> tile;
    tile.load(output, start, n);
    tile.add(prefixes[blockIdx.x]);
    tile.store(output, start, n);
}

template <int BLOCK>
struct ScanThenPropagate {
    static constexpr int items_per_thread = Tile<BLOCK>::items_per_thread;
    static constexpr long long TILE = Tile<BLOCK>::items;

    /// One total per tile, and the same again for the totals' own tiles, until one tile is left.
    static std::size_t workspace(long long n) {
        const long long tiles = scanlab::ceil_div(n, TILE);
        return tiles <= 1 ? 0 : padded(tiles) * sizeof(int) + workspace(tiles);
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n > 0) scan(p.input, p.output, p.n, static_cast<int*>(p.workspace), p.stream);
    }

private:
    /// Every level's totals begin where a 16-byte load may begin.
    static std::size_t padded(long long count) {
        return static_cast<std::size_t>(scanlab::ceil_div(count, 4)) * 4;
    }

    static void scan(const int* input, int* output, long long n, int* workspace, cudaStream_t stream) {
        const long long tiles = scanlab::ceil_div(n, TILE);
        int* const totals = tiles > 1 ? workspace : nullptr;
        scan_tiles<BLOCK><<<tiles, BLOCK, 0, stream>>>(input, output, totals, n);
        if (tiles == 1) return;
        scan_tiles<BLOCK>
            <<<scanlab::ceil_div(tiles, TILE), BLOCK, 0, stream>>>(totals, totals, nullptr, tiles);
        propagate<BLOCK><<<tiles - 1, BLOCK, 0, stream>>>(output, totals, n);
    }
};

SCANLAB_EXERCISE(scan_then_propagate, ScanThenPropagate);
