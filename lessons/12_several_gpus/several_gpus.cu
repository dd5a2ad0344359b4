// Lesson 12: one array, several GPUs. Each works on the tiles that it has in its own memory.
//
// New since lesson 10: tiles are dealt round robin, to the GPUs and there to the blocks, so that each
// block of each GPU takes one tile per round. A block publishes its tile's sum on every GPU and polls
// the table of its own GPU. For each tile, 8 bytes travel to each other GPU. Elements of the array
// never travel.
//
// What it costs: 8 bytes per element, as on one GPU. All GPUs must run their kernels at the same time,
// and each must be able to reach the others' memory.
#include "peer_aggregates.cuh"

#include <scanlab/lesson.hpp>
#include <scanlab/share_scan.cuh>

#include <algorithm>

/// Blocks on each GPU: as many as the smallest one has multiprocessors, so that rounds are equal.
int blocks_per_gpu(int gpus) {
    int fewest = scanlab::device_attribute<cudaDevAttrMultiProcessorCount>(0);
    for (int gpu = 1; gpu < gpus; ++gpu)
        fewest = std::min(fewest, scanlab::device_attribute<cudaDevAttrMultiProcessorCount>(gpu));
    return fewest;
}

/// The tiles of the whole array, over the blocks of all GPUs.
template <int BLOCK>
scanlab::TilePartition partition_for(long long n, int gpus) {
    constexpr int TILE = scanlab::Tile<BLOCK, scanlab::SHARE_VECTORS>::items;
    return scanlab::partition_tiles(n, TILE, gpus * blocks_per_gpu(gpus));
}

/// The tiles of one GPU: gpu, gpu + gpus, gpu + 2 gpus …, stored one after the other.
scanlab::TilePartition share_of(const scanlab::TilePartition& all, const scanlab::Share& share,
                                int gpus) {
    const auto tiles = static_cast<int>(scanlab::ceil_div(share.n, all.tile_size));
    const int blocks = all.rounds > 1 ? all.blocks / gpus : std::max(tiles, 1);
    return {share.n, all.tile_size, tiles,
            std::max(1, static_cast<int>(scanlab::ceil_div(tiles, blocks))), blocks};
}

template <int BLOCK>
struct SeveralGpus {
    static constexpr int largest_block = 512;
    static constexpr int items_per_thread =
        scanlab::Tile<BLOCK, scanlab::SHARE_VECTORS>::items_per_thread;
    static constexpr bool keeps_workspace = true; // zeros before the first call, then left alone

    /// A row has a word for each block of all GPUs. The first row holds the Calls, which one call
    /// leaves for the next.
    static int row_size() {
        const int blocks = MOST_GPUS * blocks_per_gpu(1);
        return static_cast<int>(scanlab::ceil_div(blocks, scanlab::warp_size)) * scanlab::warp_size;
    }
    static std::size_t workspace(long long) {
        return (1 + PeerAggregates::ROUNDS) * sizeof(unsigned long long) * row_size();
    }

    static scanlab::Piece piece(long long n, int gpus, long long first) {
        const int tile = partition_for<BLOCK>(n, gpus).tile_size;
        return {static_cast<int>(first / tile % gpus), tile};
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        const auto gpus = static_cast<int>(p.shares.size());
        const scanlab::TilePartition partition = partition_for<BLOCK>(p.n, gpus);
        PeerAggregates all{};
        for (int gpu = 0; gpu < gpus; ++gpu)
            all.calls[gpu] = static_cast<PeerAggregates::Calls*>(p.shares[gpu].workspace);
        all.gpus = gpus;
        all.rounds = partition.rounds;
        all.most_blocks = row_size();
        for (const scanlab::Share& share : p.shares) {
            all.me = share.device;
            all.epoch = &all.calls[all.me]->epoch;
            all.words = static_cast<unsigned long long*>(share.workspace) + all.most_blocks;
            scanlab::launch_share_scan<BLOCK>(share, share_of(partition, share, gpus), all);
        }
        cudaSetDevice(0);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<SeveralGpus>({.number = 12,
                                              .name = "several_gpus",
                                              .title = "Tiles dealt to several GPUs (2n)",
                                              .scope = scanlab::Scope::device,
                                              .block = 512,
                                              .compute_capability = 8},
                                             argc, argv);
}
