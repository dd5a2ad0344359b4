#include "machine/threads/schedule.hpp"

#include "machine/memory/memory.hpp"
#include "machine/threads/choices.hpp"
#include "scanlab_sim/cost.hpp"

#include <algorithm>
#include <numeric>

namespace scanlab::sim {

Schedule::Schedule(Strategy strategy, std::uint64_t seed)
    : strategy_(strategy), habits_(habits_of(strategy)), dice_(seed), seed_(seed),
      accesses_left_(accesses_to_next_preemption()) {}

void Schedule::seed(std::uint64_t seed) { *this = Schedule(strategy_, seed); }

// Nobody may run for ever: a thread that spins on an atomic update waits for those it does not let run.
Schedule::Habits Schedule::habits_of(Strategy strategy) {
    constexpr Habits dice{.by_dice = true,
                          .blocks_backwards = false,
                          .backwards = false,
                          .barriers_a_turn = 64,
                          .points_a_switch = 4,
                          .preempts = false};
    Habits habits = dice;
    switch (strategy) {
    case Strategy::random:
        break;
    case Strategy::round_robin:
    case Strategy::reversed:
        habits.by_dice = false;
        habits.blocks_backwards = habits.backwards = strategy == Strategy::reversed;
        habits.barriers_a_turn = habits.points_a_switch = 1;
        break;
    case Strategy::last_block_first:
    case Strategy::one_warp_first:
        habits.by_dice = false;
        habits.blocks_backwards = strategy == Strategy::last_block_first;
        habits.barriers_a_turn = 1024;
        habits.points_a_switch = 64;
        break;
    case Strategy::preempt_anywhere:
        habits.preempts = true;
        break;
    }
    return habits;
}

BlockOrder Schedule::block_order(unsigned long long blocks) {
    if (few_blocks.on()) return few_blocks.of(blocks);
    if (!habits_.by_dice) {
        turn_ = SIZE_MAX; // the block that starts first gets the first turn
        if (habits_.blocks_backwards) return {blocks, blocks - 1, blocks - 1};
        return {blocks, strategy_ == Strategy::one_warp_first ? seed_ % blocks : 0, 1};
    }
    const unsigned long long first = dice_.next() % blocks;
    unsigned long long step = 0;
    do step = 1 + dice_.next() % blocks;
    while (std::gcd(step, blocks) != 1);
    return {blocks, first, step};
}

int Schedule::accesses_to_next_preemption() {
    constexpr unsigned patience = 20000, mean = 16;
    return static_cast<int>(habits_.preempts ? 1 + dice_.below(2 * mean - 1) : patience);
}

void Schedule::order_warps_by_rule(std::span<std::uint8_t> order) const {
    const std::size_t warps = order.size();
    const std::size_t first = strategy_ == Strategy::one_warp_first ? seed_ % warps : 0;
    for (std::size_t i = 0; i < warps; ++i)
        order[i] = static_cast<std::uint8_t>(habits_.backwards ? warps - 1 - i : (first + i) % warps);
}

// Where choices are made, the schedule has nothing to say.
Schedule schedule(choices::on ? Strategy::round_robin : settings().schedule, settings().order);

FewBlocks few_blocks;

void run_few_blocks() {
    few_blocks.begin();
    memory::is_sparse = true;
}

void set_order(std::uint64_t order) { schedule.seed(order); }

void set_order(std::string_view strategy, std::uint64_t order) {
    const auto named = std::ranges::find(strategy_names, strategy) - strategy_names.begin();
    schedule = Schedule(static_cast<Strategy>(named), order);
}

} // namespace scanlab::sim
