// All blocks and warps must get their turn, in an order that can be replayed.
#include "catch.hpp"

#include "machine/threads/schedule.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

using namespace scanlab::sim;

namespace {

std::vector<unsigned long long> blocks_of(Schedule& schedule, unsigned long long count) {
    BlockOrder order = schedule.block_order(count);
    std::vector<unsigned long long> blocks;
    while (!order.done()) blocks.push_back(order.next());
    return blocks;
}

std::vector<std::uint8_t> warps_of(Schedule& schedule, std::size_t count) {
    std::vector<std::uint8_t> warps(count);
    std::iota(warps.begin(), warps.end(), std::uint8_t{0});
    schedule.order_warps(warps);
    return warps;
}

template <class Number>
bool is_each_once(std::vector<Number> numbers) {
    std::sort(numbers.begin(), numbers.end());
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (numbers[i] != i) return false;
    return true;
}

constexpr Strategy strategies[] = {Strategy::random,           Strategy::round_robin,    Strategy::reversed,
                                   Strategy::last_block_first, Strategy::one_warp_first, Strategy::preempt_anywhere};

/// How many accesses there are to the next preemption.
int accesses_between_preemptions(Schedule& schedule) {
    int accesses = 1;
    while (!schedule.preempts_here()) ++accesses;
    return accesses;
}

} // namespace

TEST_CASE("every block starts once, under every strategy") {
    for (const Strategy strategy : strategies)
        for (const unsigned long long count : {1, 2, 7, 256, 1000}) {
            Schedule choices(strategy, 3);
            const auto blocks = blocks_of(choices, count);
            REQUIRE(blocks.size() == count);
            CHECK(is_each_once(blocks));
        }
}

TEST_CASE("every warp of a block gets its turn, under every strategy") {
    for (const Strategy strategy : strategies) {
        Schedule choices(strategy, 3);
        for (int round = 0; round < 4; ++round) CHECK(is_each_once(warps_of(choices, 8)));
    }
}

TEST_CASE("the same seed makes the same choices, and another one others") {
    Schedule first(Strategy::random, 5), again(Strategy::random, 5), other(Strategy::random, 6);
    const auto blocks = blocks_of(first, 1000);
    CHECK(blocks_of(again, 1000) == blocks);
    CHECK(blocks_of(other, 1000) != blocks);
    CHECK(warps_of(first, 32) == warps_of(again, 32));
    other.seed(5);
    CHECK(blocks_of(other, 1000) == blocks);
}

TEST_CASE("strategies without dice begin where they say") {
    Schedule forwards(Strategy::round_robin, 1), backwards(Strategy::reversed, 1);
    CHECK(blocks_of(forwards, 3) == std::vector<unsigned long long>{0, 1, 2});
    CHECK(blocks_of(backwards, 3) == std::vector<unsigned long long>{2, 1, 0});
    CHECK(warps_of(backwards, 3) == std::vector<std::uint8_t>{2, 1, 0});
    CHECK_FALSE(forwards.lanes_run_backwards());
    CHECK(backwards.lanes_run_backwards());
    Schedule one_warp(Strategy::one_warp_first, 6);
    CHECK(warps_of(one_warp, 4).front() == 2);
}

TEST_CASE("threads are preempted between accesses: often if that is the strategy, else rarely") {
    Schedule often(Strategy::preempt_anywhere, 1), rarely(Strategy::random, 1);
    int accesses = 0;
    for (int i = 0; i < 100; ++i) accesses += accesses_between_preemptions(often);
    CHECK(accesses > 1000);
    CHECK(accesses < 2500);
    CHECK(accesses_between_preemptions(rarely) == 20000);
}
