// Lesson 13: floats, with the same bits in every run.
//
// New since lesson 10: any associative operator on values of 4, 8 or 16 bytes, combined in the array's
// order. A sum of floats is rounded, so the order of additions decides about its last bits. Lesson 08's
// look-back has another order in each run, because it uses the first prefix that it finds. Here the
// shape of a sum is fixed: in a thread, in a warp, from warp to warp, from tile to tile. Waiting
// changes when an addition is done, but never which two numbers it adds.
//
// What it costs: 8 bytes per float, as in lesson 10. (Higham, "The Accuracy of Floating Point
// Summation", 1993, bounds the error of any order.)
#include "any_scan.cuh"

#include <scanlab/lesson.hpp>

template <int BLOCK>
struct FloatScan : scanlab::OrderedKernels<scanlab::Sum<float>> {
    using Operator = scanlab::Sum<float>;
    using Tile = typename Shared<Operator, BLOCK>::Tile;
    static constexpr int items_per_thread = Tile::items_per_thread;

    /// The most additions that an element goes through on its way into a sum. In its tile, 4 per vector
    /// in the thread and 5 in the warp. From tile to tile, 5 for the warps, 5 for 32 blocks, 1 per 32
    /// blocks, and 2 per round. At last, 1 for the warps before, and 1 for the prefix.
    static long long additions(long long n) {
        const int blocks = scanlab::resident_blocks();
        const long long tiles = scanlab::ceil_div(n, Tile::items);
        return 17 + 4 * VECTORS + scanlab::ceil_div(blocks, WARP) +
               2 * scanlab::ceil_div(tiles, blocks);
    }

    static void launch(const scanlab::Problem& p) {
        launch_any_scan<Operator, BLOCK>(reinterpret_cast<const float*>(p.input),
                                         reinterpret_cast<float*>(p.output), p.n, aggregates(p),
                                         p.stream);
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<FloatScan>({.number = 13,
                                            .name = "float_scan",
                                            .title = "Floats, the same bits in every run (2n)",
                                            .task = scanlab::Task::float_scan,
                                            .scope = scanlab::Scope::device,
                                            .block = 512,
                                            .compute_capability = 8},
                                           argc, argv);
}
