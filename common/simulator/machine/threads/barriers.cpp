#include "machine/threads/grid_scheduler.hpp"

#include "machine/threads/misuse.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace scanlab::sim {

void Scheduler::arrive_at_grid_barrier(Thread& thread) {
    if (!config().cooperative) stop_grid_barrier_without_cooperation(thread);
    thread.warp->ready &= ~thread.bit();
    thread.warp->at_grid_barrier |= thread.bit();
    ++at_grid_barrier_;
    leave();
}

void Scheduler::note_where_threads_wait() {
    if (!has_unnoticed_barriers_) return;
    for (Block* block : active_)
        for (Warp& warp : block->warps)
            for (Thread& thread : warp.threads) {
                if (!(warp.at_barrier & ~warp.voting & thread.bit())) continue;
                const auto* stands = static_cast<const Frame*>(frame_of(thread));
                thread.waits_at = stands->returns_to;
                warp.waits_in[thread.lane] = stands->caller;
            }
}

bool Scheduler::open_barrier_if_all_arrived(Block& block) {
    int arrived = 0;
    for (const Warp& warp : block.warps) arrived += std::popcount(warp.at_barrier);
    if (arrived < block.live) return false;
    ++now.progress;
    ++block.barriers;
    switches_ += static_cast<unsigned>(arrived);
    block.released = arrived;
    block.released_votes = std::exchange(block.votes, 0);
    announce<&Watcher::barrier_opens>(block);
    for (Warp& warp : block.warps) warp.ready |= std::exchange(warp.at_barrier, 0);
    return true;
}

bool Scheduler::open_grid_barrier_if_all_arrived() {
    int live = 0;
    for (const Block* block : active_) live += block->live;
    if (at_grid_barrier_ < live) return false;
    if (grid_barrier_stays_closed()) {
        give_up<&Watcher::grid_barrier_is_stuck>(active_);
        return false;
    }
    ++now.progress;
    at_grid_barrier_ = 0;
    announce<&Watcher::grid_barrier_opens>(active_);
    for (Block* block : active_)
        for (Warp& warp : block->warps) warp.ready |= std::exchange(warp.at_grid_barrier, 0);
    return true;
}

bool Scheduler::grid_barrier_stays_closed() const {
    return active_.size() < volume(config().grid) ||
           std::any_of(active_.begin(), active_.end(),
                       [](const Block* block) { return (block->warps.front().exited & 1) != 0; });
}

// --- what a running thread calls ---------------------------------------------------------------------

namespace {
/// Called by a jump: what it returns to is the kernel.
[[gnu::noinline]] void wait_at_noticed_barrier() {
    running_thread().waits_at = __builtin_return_address(0);
    Scheduler::wait_at_block_barrier(static_cast<const Frame*>(__builtin_frame_address(0))->caller);
}
} // namespace

void block_barrier() {
    if (!Scheduler::has_unnoticed_barriers() || !now.thread) return wait_at_noticed_barrier();
    Scheduler::wait_unnoticed_at_block_barrier();
}

int block_barrier(BarrierVote vote, bool predicate) {
    Thread& thread = running_thread();
    thread.waits_at = __builtin_return_address(0);
    Block& block = *thread.warp->block;
    block.votes += predicate;
    thread.warp->voting |= thread.bit();
    Scheduler::wait_at_block_barrier(static_cast<const Frame*>(__builtin_frame_address(0))->caller);
    thread.warp->voting &= ~thread.bit();
    switch (vote) {
    case BarrierVote::count:
        return block.released_votes;
    case BarrierVote::all:
        return block.released_votes == block.released;
    case BarrierVote::any:
        break;
    }
    return block.released_votes > 0;
}

bool grid_is_cooperative() { return Scheduler::current->launch().config->cooperative; }

void grid_barrier() {
    running_thread().waits_at = __builtin_return_address(0);
    Scheduler::current->arrive_at_grid_barrier(*now.thread);
}

void wait_at_mbarrier() {
    Thread& thread = running_thread();
    thread.warp->ready &= ~thread.bit();
    thread.warp->at_mbarrier |= thread.bit();
    Scheduler::leave();
}

} // namespace scanlab::sim
