// Exercise 11: compaction in place.
//
// New since lesson 09: input and output are one array. A tile's kept elements go to places that earlier
// tiles have to read first. So a descriptor now says two things: how many elements are kept, and that
// the tile has been read, or all tiles up to it. The count is in the word, but the reads are not.
// Therefore the word is published by release and read by acquire.
//
// What it costs: 4 bytes per element and 4 per element that is kept, no second array, and three
// barriers per tile.
// Shared work: at most 150 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/collectives.cuh>
#include <scanlab/exercise.hpp>
#include <scanlab/tile.cuh>

#include <cuda/atomic>

constexpr int WARP = scanlab::warp_size;

/// How many of four elements are kept: all but zeros.
__device__ int count_kept(int4 v) { return (v.x != 0) + (v.y != 0) + (v.z != 0) + (v.w != 0); }

/// Writes the kept elements of a vector next to each other.
__device__ void scatter(int4 v, int* to) {
    if (v.x != 0) *to++ = v.x;
    if (v.y != 0) *to++ = v.y;
    if (v.z != 0) *to++ = v.z;
    if (v.w != 0) *to++ = v.w;
}

/// What tiles publish: a status above a count; all of them are 0 before the launch.
struct Descriptors {
    using Word = unsigned long long;
    using SharedWord = cuda::atomic_ref<Word, cuda::thread_scope_device>;
    static constexpr Word COUNT = 1ull << 62;  // the count is that of the tile: lesson 08's aggregate
    static constexpr Word PREFIX = 2ull << 62; // it is that of all tiles up to this one
    static constexpr Word NUMBER = COUNT - 1;  // the bits of the count

    Word* words;

    /// One thread publishes. It has to be sure that the tile, or for a PREFIX all tiles up to this
    /// one, have been read.
    __device__ void publish(long long tile, Word status, long long count) const {
        // TODO: write the word. Which order lets others rely on what happened before?
    }

    /// Another tile's word, 0 if it has not been published.
    __device__ Word read(long long tile) const {
        // TODO: read the word. Which order goes with that of publish()?
        return 0;
    }
};

/// Publishes how many elements the tile keeps, and returns how many all tiles before it keep. The lanes
/// of one warp call it, when the whole block has read the tile.
__device__ long long look_back(Descriptors descriptors, long long tile, int count) {
    const int lane = threadIdx.x % WARP;
    if (lane == 0) descriptors.publish(tile, Descriptors::COUNT, count);
    long long before = 0;
    for (long long nearest = tile - 1;; nearest -= WARP) {
        Descriptors::Word word;
        unsigned known, missing;
        do { // until no tile is missing before the nearest known prefix
            const long long other = nearest - lane;
            word = other >= 0 ? descriptors.read(other) : Descriptors::PREFIX;
            known = __ballot_sync(scanlab::all_lanes, word >= Descriptors::PREFIX);
            missing = __ballot_sync(scanlab::all_lanes, word == 0);
        } while (missing != 0 && (known == 0 || __ffs(missing) < __ffs(known)));
        // The counts of tiles fit an int; the prefix may not.
        const int prefix_lane = known != 0 ? __ffs(known) - 1 : WARP;
        const auto number = static_cast<long long>(word & Descriptors::NUMBER);
        before += scanlab::warp_sum(lane < prefix_lane ? static_cast<int>(number) : 0);
        if (known == 0) continue;
        before += __shfl_sync(scanlab::all_lanes, number, prefix_lane);
        break;
    }
    // TODO: publish the prefix. Lane 0 speaks for what *all* lanes have learned. How does it
    //       know of their reads?
    return before;
}

template <int BLOCK>
__global__ void in_place(int* data, long long* kept, long long n, long long tiles,
                         Descriptors descriptors, unsigned* tickets) {
    using Tile = scanlab::Tile<BLOCK, 1>;
    __shared__ unsigned ticket;
    __shared__ long long before_tile;
    if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1u);
    __syncthreads();
    const long long tile = ticket;
    Tile items;
    items.load(data, tile * Tile::items, n);
    const int own = count_kept(items.rows[0]);
    const int scanned = scanlab::warp_inclusive_scan(own);
    int count; // of the tile
    [[maybe_unused]] const int before_warp = scanlab::block_prefix_of_warp<BLOCK>(
        __shfl_sync(scanlab::all_lanes, scanned, WARP - 1), count); // and a barrier

    // TODO: let one warp look back. The last tile's block says how many elements are kept in
    //       all. When may threads write, and where?
    if (threadIdx.x == 0) before_tile = 0; // stands in for the look-back
}

template <int BLOCK>
struct InPlace {
    static constexpr int items_per_thread = scanlab::Tile<BLOCK, 1>::items_per_thread;
    static constexpr long long TILE = scanlab::Tile<BLOCK, 1>::items;

    /// A descriptor per tile, and the ticket counter after them.
    static std::size_t workspace(long long n) {
        return static_cast<std::size_t>(scanlab::ceil_div(n, TILE) + 1) * sizeof(Descriptors::Word);
    }

    /// The input is in the output, and `p.input` is null.
    static void launch(const scanlab::Problem& p) {
        const long long tiles = scanlab::ceil_div(p.n, TILE);
        cudaMemsetAsync(p.kept, 0, sizeof *p.kept, p.stream); // all that there is to do for n = 0
        if (tiles == 0) return;
        const Descriptors descriptors{static_cast<Descriptors::Word*>(p.workspace)};
        cudaMemsetAsync(p.workspace, 0, workspace(p.n), p.stream);
        in_place<BLOCK>
            <<<tiles, BLOCK, 0, p.stream>>>(p.output, p.kept, p.n, tiles, descriptors,
                                            reinterpret_cast<unsigned*>(descriptors.words + tiles));
    }
};

SCANLAB_EXERCISE(in_place, InPlace);
