#include "machine/threads/grid_scheduler.hpp"

#include "machine/memory/memory.hpp"
#include "machine/threads/stopped_blocks.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <numeric>
#include <utility>

namespace scanlab::sim {

namespace {

Thread& thread_of(Block& block, unsigned t) {
    return block.warps[t / lanes_per_warp].threads[t % lanes_per_warp];
}

/// Some of its threads have begun, and some have not returned.
bool stands_on_its_stacks(const Block& block) {
    return block.live > 0 && std::ranges::any_of(block.warps, [](const Warp& warp) {
               return warp.fresh != warp.existing;
           });
}

} // namespace

Block& Scheduler::in_place(std::size_t slot) {
    while (blocks_.size() <= slot) blocks_.push_back(make_block(blocks_.size()));
    return *blocks_[slot];
}

std::unique_ptr<Block> Scheduler::make_block(std::size_t slot) {
    const unsigned threads = threads_per_block();
    auto block = std::make_unique<Block>();
    block->shared_begin = shared_arena(slot);
    block->warps.resize((threads + lanes_per_warp - 1) / lanes_per_warp);
    block->warp_order.resize(block->warps.size());
    std::iota(block->warp_order.begin(), block->warp_order.end(), std::uint8_t{0});
    for (unsigned t = 0; t < threads; ++t) {
        Warp& warp = block->warps[t / lanes_per_warp];
        warp.block = block.get();
        warp.first_thread = t - t % lanes_per_warp;
        Thread& thread = warp.threads[t % lanes_per_warp];
        thread.warp = &warp;
        thread.lane = t % lanes_per_warp;
        thread.index = coordinates(t, shape_);
    }
    announce<&Watcher::block_made>(*block);
    return block;
}

void Scheduler::give_stacks(Block& block) {
    const auto is_idle = [](const auto& other) {
        return other->has_stacks && !stands_on_its_stacks(*other);
    };
    const auto idle = std::ranges::find_if(blocks_, is_idle);
    for (unsigned t = 0; t < threads_per_block(); ++t) {
        Thread& thread = thread_of(block, t);
        if (idle == blocks_.end()) {
            thread.stack = (*stacks_)[stacks_in_use_++];
            make_fiber(thread, thread.stack.low, thread.stack.high, thread_main);
        } else {
            Thread& other = thread_of(**idle, t);
            std::swap(thread.stack, other.stack);
            std::swap(static_cast<Fiber&>(thread), static_cast<Fiber&>(other));
        }
    }
    if (idle != blocks_.end()) (*idle)->has_stacks = false;
    block.has_stacks = true;
}

std::uintptr_t Scheduler::shared_arena(std::size_t slot) {
    while (arenas_.size() <= slot) {
        void* const arena = platform::reserve(shared_arena_bytes, platform::Protection::open);
        if (!arena) throw std::bad_alloc();
        arenas_.push_back(reinterpret_cast<std::uintptr_t>(arena));
    }
    return arenas_[slot];
}

void Scheduler::start(Block& block, unsigned long long number) {
    static std::uint64_t generations = 0;
    block.generation = ++generations;
    block.number = static_cast<std::uint32_t>(number);
    block.started = static_cast<std::uint32_t>(started_++);
    block.index = coordinates(number, config().grid);
    block.live = static_cast<int>(threads_per_block());
    block.barriers = block.votes = 0;
    block.mbarriers.clear();
    block.dynamic_bytes = block.shared_used = config().dynamic_shared_bytes;
    block.shared_end = 2 * shared_arena_lead + block.dynamic_bytes;
    std::memset(reinterpret_cast<void*>(block.shared_begin + shared_arena_lead), memory::poison,
                block.dynamic_bytes);
    std::fill(block.shared_table.begin(), block.shared_table.end(), nullptr);
    block.shared_variables.clear();
    for (Warp& warp : block.warps) {
        const unsigned size = std::min(lanes_per_warp, threads_per_block() - warp.first_thread);
        warp.existing = size == 32 ? ~LaneMask{0} : (LaneMask{1} << size) - 1;
        warp.ready = warp.fresh = warp.existing;
        warp.exited = ~warp.ready;
        warp.voting = warp.yielded = warp.at_barrier = warp.at_grid_barrier = warp.in_collective =
            warp.at_active_mask = warp.at_mbarrier = 0;
        warp.rendezvous.clear();
        if (std::exchange(warp.has_loaded, false)) warp.last_load.fill({});
    }
    stopped_blocks.start(block);
    announce<&Watcher::block_starts>(block);
}

void Scheduler::forget_blocks() {
    blocks_.clear();
    stacks_in_use_ = 0;
}

} // namespace scanlab::sim
