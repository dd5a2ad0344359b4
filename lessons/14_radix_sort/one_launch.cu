// Lesson 14, for short arrays: one launch sorts them.
//
// New since one_sweep.cu: each block has one tile, and all blocks run at the same time. So a block may
// wait for any other one, and one kernel makes all passes. Blocks tell each other how many keys of each
// digit they have, in words with a tag, as in lesson 10, so nobody has to clear a word. After a pass
// they wait for each other, because their keys have moved.
//
// What it costs: 8 bytes per key and pass, and each block reads 4 bytes per digit, block and pass. All
// of that stays in the L2 cache. Arrays that the blocks have no room for go to one_sweep.cu.
#include "one_launch.cuh"
#include "one_sweep.cuh"

template <int BLOCK>
struct OneLaunch {
    static constexpr int items_per_thread = 16;
    static constexpr auto arrangement = scanlab::Arrangement::warp_striped;
    static constexpr int largest_block = 512;
    static constexpr bool keeps_workspace = true; // zeros before the first call, then left alone

    /// Whether tiles with so many rows are few enough: for the machine, and if `most` blocks should
    /// tell each other of their counts, because a block reads as many messages as there are blocks.
    static bool are_enough(long long n, int rows, int most) {
        const int at_once = scanlab::device_attribute<cudaDevAttrMultiProcessorCount>();
        return n <= static_cast<long long>(min(most, at_once)) * BLOCK * rows;
    }
    static std::size_t workspace(long long n) {
        const bool is_short = are_enough(n, 16, MOST_BLOCKS);
        return sizeof(Messages) + (is_short ? n * sizeof(int) : OneSweep<BLOCK>::workspace(n));
    }
    template <int ROWS>
    static void launch_rows(const scanlab::Problem& p) {
        using T = SmallTile<BLOCK, ROWS>;
        auto* const messages = static_cast<Messages*>(p.workspace);
        scanlab::launch_overlapping(sort_all<BLOCK, ROWS>,
                                    {.blocks = static_cast<int>(scanlab::ceil_div(p.n, T::SIZE)),
                                     .threads = BLOCK,
                                     .shared_bytes = sizeof(T),
                                     .resident = true},
                                    p.stream, p.input, p.output, p.n, messages,
                                    reinterpret_cast<int*>(messages + 1));
    }
    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        if (are_enough(p.n, 4, 32)) return launch_rows<4>(p);
        if constexpr (BLOCK >= 256) // ptxas of CUDA 13.0 cannot compile it for 128 threads
            if (are_enough(p.n, 8, 64)) return launch_rows<8>(p);
        if (are_enough(p.n, 16, MOST_BLOCKS)) return launch_rows<16>(p);
        scanlab::Problem longer = p;
        longer.workspace = static_cast<Messages*>(p.workspace) + 1;
        OneSweep<BLOCK>::launch(longer);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<OneLaunch>({.number = 14,
                                            .name = "one_launch",
                                            .title = "Radix sort of short arrays, one launch",
                                            .task = scanlab::Task::sort,
                                            .block = 512,
                                            .compute_capability = 8},
                                           argc, argv);
}
