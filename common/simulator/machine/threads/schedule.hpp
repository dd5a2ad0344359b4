/// \file
/// The choices that CUDA leaves to the hardware: which block, warp and lane runs next, and for how
/// long. A strategy and a seed make them, so that every run can be replayed.
#pragma once

#include "machine/base/random.hpp"
#include "scanlab_sim/settings.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace scanlab::sim {

/// One of so many equal parts of the blocks of a grid, in the order in which they start.
struct Part {
    unsigned long long number = 0, of = 1;
};

/// Walks 0 … count-1 in steps that are prime to count: CUDA promises no order of blocks.
class BlockOrder {
public:
    BlockOrder(unsigned long long count, unsigned long long first, unsigned long long step)
        : count_(count), next_(first), step_(step) {}
    /// Leaves only a part of the blocks that are left.
    void keep(Part part) {
        const unsigned long long first = left() * part.number / part.of,
                                 end = left() * (part.number + 1) / part.of;
        end_ = given_ + end;
        for (unsigned long long i = 0; i < first; ++i) next();
    }
    /// Leaves only the first so many.
    BlockOrder first(unsigned long long count) const {
        BlockOrder few = *this;
        few.end_ = std::min(few.end_, count);
        return few;
    }
    unsigned long long left() const { return end_ - given_; }
    bool done() const { return left() == 0; }
    unsigned long long next() {
        ++given_;
        return std::exchange(next_, (next_ + step_) % count_);
    }

private:
    unsigned long long count_, next_, step_, given_ = 0, end_ = count_;
};

/// Which blocks run, and for how long, if not all do: see run_few_blocks().
class FewBlocks {
public:
    void begin() { on_ = true; }
    bool on() const { return on_; }
    /// The first block of a grid, and the last three; none any more once the work is used up.
    BlockOrder of(unsigned long long blocks) const {
        return BlockOrder(blocks, 0, blocks - 1).first(has_work_left() ? 4 : 0);
    }
    bool has_work_left() const { return !on_ || preemptions_left_ > 0; }
    void count_preemption() { preemptions_left_ -= on_ ? 1 : 0; }

private:
    bool on_ = false;
    int preemptions_left_ = 30'000; // of all launches together: some 480,000 accesses
};
extern FewBlocks few_blocks;

class Schedule {
public:
    Schedule(Strategy strategy, std::uint64_t seed);

    /// Starts afresh with another seed and the same strategy.
    void seed(std::uint64_t seed);
    std::uint64_t its_seed() const { return seed_; }

    /// In which order the blocks of a grid start.
    BlockOrder block_order(unsigned long long blocks);

    /// Which of the resident blocks gets the next turn.
    std::size_t next_block(std::size_t residents) {
        if (habits_.by_dice) return dice_.below(residents);
        return turn_ = (turn_ + 1) % residents;
    }

    /// Puts a block's warps into the order in which they run next.
    void order_warps(std::span<std::uint8_t> order) {
        if (!habits_.by_dice) return order_warps_by_rule(order);
        for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[dice_.below(i)]);
    }

    /// Whether a warp's lanes run downwards this time.
    bool lanes_run_backwards() { return habits_.by_dice ? dice_.below(2) != 0 : habits_.backwards; }

    /// Whether another block goes on after a block barrier.
    bool ends_turn_at_barrier() { return dice_.below(habits_.barriers_a_turn) == 0; }

    /// Whether a thread that comes to a scheduling point lets the others run.
    bool switches_here() { return dice_.below(habits_.points_a_switch) == 0; }

    /// Whether a thread that comes to any access of memory lets the others run: rarely, since it may
    /// be spinning on plain memory, unless preempting is the strategy.
    bool preempts_here() {
        if (--accesses_left_ > 0) return false;
        few_blocks.count_preemption();
        accesses_left_ = accesses_to_next_preemption();
        return true;
    }
    /// The same in two steps, for an access that may turn out to need a closer look: it does not at
    /// this one; it was one.
    bool does_not_preempt_here() const { return accesses_left_ > 1; }
    void count_access() { --accesses_left_; }

    /// Whether a bulk copy that is on its way gets on now.
    bool lets_copies_go_on() { return dice_.below(2) == 0; }

private:
    /// What distinguishes the strategies.
    struct Habits {
        bool by_dice;             ///< blocks, warps and lanes run in a random order
        bool blocks_backwards;    ///< else blocks start from the last
        bool backwards;           ///< and warps and lanes run from the last
        unsigned barriers_a_turn; ///< on average
        unsigned points_a_switch; ///< on average
        bool preempts;
    };
    static Habits habits_of(Strategy strategy);
    void order_warps_by_rule(std::span<std::uint8_t> order) const;

    int accesses_to_next_preemption();

    Strategy strategy_;
    Habits habits_;
    Random dice_;
    std::uint64_t seed_;
    std::size_t turn_ = 0;
    int accesses_left_;
};

/// As settings() choose it.
extern Schedule schedule;

} // namespace scanlab::sim
