// A thread that counts its attempts to see a change may give up; one that comes round will not.
#include "catch.hpp"

#include "machine/threads/private_state.hpp"

#include <array>
#include <cstdint>
#include <vector>

using namespace scanlab::sim;

namespace {

/// A block of two threads that are suspended again and again, each with a stack of a few words.
struct TwoThreads {
    Block block;
    std::array<std::array<std::uint64_t, 4>, 2> stacks{};
    std::vector<Block*> blocks{&block};

    TwoThreads() {
        block.warps.resize(1);
        Warp& warp = block.warps[0];
        warp.existing = warp.yielded = 0b11;
        for (unsigned lane = 0; lane < 2; ++lane) {
            Thread& thread = warp.threads[lane];
            thread.lane = lane;
            thread.context = stacks[lane].data();
            thread.stack.high = reinterpret_cast<std::uintptr_t>(stacks[lane].data() + 4);
        }
    }
    /// Whether a standstill is proven within so many turns, in each of which `step` changes the stacks.
    template <class Step>
    bool is_stuck_within(std::uint64_t turns, Step step) {
        Standstill standstill;
        standstill.begin(0, blocks);
        for (std::uint64_t turn = 1; turn <= turns; ++turn) {
            step(turn);
            if (standstill.is_proven(turn, block, blocks)) return true;
        }
        return false;
    }
};

} // namespace

TEST_CASE("threads whose variables stay as they are, or come round, are stuck") {
    TwoThreads threads;
    CHECK(threads.is_stuck_within(1, [](std::uint64_t) {}));
    CHECK(threads.is_stuck_within(1000, [&](std::uint64_t turn) {
        threads.stacks[0][1] = turn % 3;
        threads.stacks[1][2] = turn % 100 < 90 ? turn % 7 : turn;
    }));
}

TEST_CASE("threads are not stuck while one of them counts") {
    TwoThreads threads;
    CHECK_FALSE(threads.is_stuck_within(10000, [&](std::uint64_t turn) { threads.stacks[1][3] = turn; }));
}

TEST_CASE("a thread that counts for a while, and then waits, is stuck from then on") {
    TwoThreads threads;
    CHECK(threads.is_stuck_within(10000, [&](std::uint64_t turn) { threads.stacks[0][0] = turn < 1000 ? turn : 1000; }));
}

TEST_CASE("threads that wait at a barrier have to come round, too") {
    TwoThreads threads;
    Warp& warp = threads.block.warps[0];
    warp.yielded = 0b01;
    warp.at_barrier = 0b10;
    CHECK(threads.is_stuck_within(1, [](std::uint64_t) {}));
    CHECK_FALSE(threads.is_stuck_within(1000, [&](std::uint64_t turn) { threads.stacks[1][3] = turn; }));
}
