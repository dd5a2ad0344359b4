#include "machine/threads/grid_scheduler.hpp"

#include "machine/threads/bulk_copies.hpp"
#include "machine/threads/choices.hpp"

#include <algorithm>
#include <numeric>

namespace scanlab::sim {

namespace {
bool is_ready(const Block& block) {
    return std::ranges::any_of(block.warps,
                               [](const Warp& w) { return (w.ready | w.at_active_mask) != 0; });
}
} // namespace

void Scheduler::run_by_choices(int resident) {
    choices::begin_launch();
    waiting_blocks_.resize(volume(config().grid));
    std::iota(waiting_blocks_.begin(), waiting_blocks_.end(), std::uint64_t{0});
    for (int slot = 0; slot < resident; ++slot) {
        active_.push_back(&in_place(static_cast<std::size_t>(slot)));
        start_a_waiting_block(*active_.back());
    }
    for (settle(); !active_.empty() && !abandoned_; settle()) {
        const auto next = choices::next();
        if (!next || (choices::is_last_resort() &&
                      nothing_has_happened_for(patience * (choices::waiting() + 1)))) {
            choices::give_up();
            give_up_grid();
            break;
        }
        go_on_with_process(*next);
    }
    choices::end_launch();
}

void Scheduler::settle() {
    for (std::size_t i = 0; i < active_.size() && !abandoned_;) {
        Block& block = *active_[i];
        if (is_ready(block)) run_turn(block);
        if (block.live > 0) {
            ++i;
        } else if (++now.progress; !waiting_blocks_.empty()) {
            start_a_waiting_block(block);
        } else {
            active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    if (at_grid_barrier_ > 0 && !abandoned_ && open_grid_barrier_if_all_arrived()) settle();
}

void Scheduler::start_a_waiting_block(Block& block) {
    const auto number = has_more_blocks_than_places_
                            ? choices::next_block(waiting_blocks_, threads_per_grid())
                            : waiting_blocks_.front();
    std::erase(waiting_blocks_, number);
    start(block, number);
}

void Scheduler::go_on_with_process(std::uint64_t process) {
    const std::uint64_t number = process / threads_per_block();
    if (number >= volume(config().grid)) return bulk::go_on(process);
    const auto block = std::ranges::find(active_, number, &Block::number);
    const auto thread = static_cast<unsigned>(process % threads_per_block());
    Warp& warp = (*block)->warps[thread / lanes_per_warp];
    const Thread& chosen = warp.threads[thread % lanes_per_warp];
    warp.yielded &= ~chosen.bit();
    warp.ready |= chosen.bit();
}

} // namespace scanlab::sim
