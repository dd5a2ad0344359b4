// Reduce, then scan: a tile adds the sum up to its own end, where the sum before it is wanted.
#include <scanlab/lesson.hpp>
#include <scanlab/tile.cuh>

template <int BLOCK>
__global__ void reduce_tiles(const int* input, int* totals, long long n) {
    using Tile = scanlab::Tile<BLOCK, 1>;
    Tile tile;
    tile.load(input, blockIdx.x * static_cast<long long>(Tile::items), n);
    int total;
    scanlab::block_prefix_of_warp<BLOCK>(scanlab::warp_sum(tile.sum()), total);
    if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

template <int BLOCK>
__global__ void scan_tiles(const int* input, int* output, const int* totals, long long n) {
    using Tile = scanlab::Tile<BLOCK, 1>;
    const long long start = blockIdx.x * static_cast<long long>(Tile::items);
    int before_tile = 0;
    for (unsigned b = 0; b <= blockIdx.x; ++b) before_tile += totals[b]; // b < blockIdx.x

    Tile tile;
    tile.load(input, start, n);
    tile.scan();
    int total;
    const int before_warp = scanlab::block_prefix_of_warp<BLOCK>(tile.rows[0].w, total);
    tile.add(before_tile + before_warp);
    tile.store(output, start, n);
}

template <int BLOCK>
struct OwnTotalAdded {
    static constexpr int items_per_thread = 4;
    static long long tiles(long long n) { return scanlab::ceil_div(n, BLOCK * items_per_thread); }
    static std::size_t workspace(long long n) {
        return static_cast<std::size_t>(tiles(n)) * sizeof(int);
    }

    static void launch(const scanlab::Problem& p) {
        int* const totals = static_cast<int*>(p.workspace);
        reduce_tiles<BLOCK><<<tiles(p.n), BLOCK, 0, p.stream>>>(p.input, totals, p.n);
        scan_tiles<BLOCK><<<tiles(p.n), BLOCK, 0, p.stream>>>(p.input, p.output, totals, p.n);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<OwnTotalAdded>(
        {.number = 7, .name = "own_total_added", .title = "A tile's own total added twice"}, argc,
        argv);
}
