#include "machine/threads/grid_scheduler.hpp"

#include "machine/memory/plain_memory.hpp"
#include "machine/threads/bulk_copies.hpp"
#include "machine/threads/choices.hpp"
#include "machine/threads/crash.hpp"
#include "machine/threads/library_calls.hpp"
#include "machine/threads/mbarriers.hpp"
#include "machine/threads/misuse.hpp"
#include "machine/threads/progress_line.hpp"
#include "machine/threads/split_launch.hpp"
#include "machine/threads/stopped_blocks.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

namespace scanlab::sim {

LaunchTotals launch_totals;

void Scheduler::begin(const Launch& launch, int device, int resident, void (*body)(void*),
                      std::span<std::byte> context) {
    device_ = device;
    prepare(launch, resident, body, context);
    active_.clear();
    is_under_way_ = true;
    stands_still_ = false;
    if (!choices::on) order_.emplace(schedule.block_order(volume(launch.config->grid)));
}

bool Scheduler::go_on(std::uint64_t turns, int places) {
    enter();
    stands_still_ = goes_round_ = false;
    turns_left_ = turns;
    const std::uint64_t progress = now.progress, activity = now.activity;
    if (choices::on)
        run_by_choices(places);
    else if (started_ == 0 && turns == all_turns)
        run_by_schedule(places);
    else
        run_blocks(*order_, places, places);
    now.is_launching = false;
    if (goes_round_) { // nothing has happened that anybody waits for
        now.progress = progress;
        now.activity = activity;
    }
    if (!abandoned_ && !active_.empty()) return true;
    end();
    return false;
}

void Scheduler::give_up_waiting() {
    enter();
    give_up_grid();
    end();
}

void Scheduler::drop() {
    abandoned_ = true;
    end();
}

void Scheduler::abandon() {
    abandoned_ = true;
    switch_fiber(*now.thread, scheduler_);
    end_by_own_mistake("a thread of an abandoned launch goes on");
}

void Scheduler::note_dependence() {
    depends_ = true;
    platform::refuse_to_work_as_copy();
}

void Scheduler::run_by_schedule(int places) {
    constexpr int few = 2; // each place needs stacks, in each process
    BlockOrder& order = *order_;
    depends_ = false;
    is_trial_ = split_launch::is_possible(
        *launch_); // also if it will not be divided: the order shall be the same
    switches_ = 0;
    run_blocks(order, is_trial_ ? std::min(places, few) : places, places);
    if (order.done() || abandoned_ || stands_still_) return;
    is_trial_ = false;
    const auto run_half = [&](Part part) {
        order.keep(part);
        run_blocks(order, std::min(places, few), places);
        launch_totals.barriers_per_thread += most_barriers_;
    };
    if (!others_are_under_way_() && split_launch::may_run(*launch_) &&
        split_launch::pays(switches_ / started_ * order.left()) &&
        split_launch::run(*launch_, run_half))
        most_barriers_ = 0; // the halves have counted them
    else {
        progress_line::go_back_to(started_);
        run_blocks(order, places, places);
    }
}

void Scheduler::run_blocks(BlockOrder& order, int places, int all_places) {
    start_in_free_places(order, places);
    while (!active_.empty()) {
        const std::size_t turn = stopped_blocks.choose(active_, schedule.next_block(active_.size()));
        Block& block = *active_[turn];
        if (few_blocks.has_work_left())
            run_turn(block);
        else
            abandoned_ = true;
        if (abandoned_) break;
        if (depends_ && std::exchange(is_trial_, false)) start_in_free_places(order, all_places);
        if (block.live > 0) {
            if (at_grid_barrier_ > 0) open_grid_barrier_if_all_arrived();
            if (abandoned_) break;
            if (nothing_happens_any_more(block)) {
                stands_still_ = true;
                return;
            }
            if (--turns_left_ == 0) return;
            continue;
        }
        ++now.progress;
        if (!order.done() && !is_trial_) {
            start(block, order.next());
        } else {
            active_[turn] = active_.back();
            active_.pop_back();
        }
    }
}

void Scheduler::start_in_free_places(BlockOrder& order, int places) {
    for (int slot = 0; slot < places && !order.done(); ++slot) {
        Block& block = in_place(static_cast<std::size_t>(slot));
        if (std::ranges::find(active_, &block) != active_.end()) continue;
        start(block, order.next());
        active_.push_back(&block);
    }
}

void Scheduler::run_turn(Block& block) {
    if (!block.has_stacks) give_stacks(block);
    set_builtin(blockIdx, block.index);
    if (!choices::on) {
        if (block.has_copied) bulk::go_on(block);
        for (Warp& warp : block.warps) warp.ready |= std::exchange(warp.yielded, 0);
    }
    constexpr int most_barriers = 1024; // a turn ends, if they go on for ever
    for (int barriers = 0;; ++barriers) {
        schedule.order_warps(block.warp_order);
        for (const unsigned w : block.warp_order) {
            Warp& warp = block.warps[w];
            while (warp.ready != 0 || release_active_mask(warp)) {
                run_warp(warp);
                if (abandoned_) return;
            }
        }
        if (block.live == 0) {
            most_barriers_ = std::max(most_barriers_, block.barriers + barriers_of_tiles(block));
            if (block.has_copied) bulk::end_block(block);
            return;
        }
        if (!open_barrier_if_all_arrived(block)) break;
        if (choices::on) continue;
        if (barriers == most_barriers || (active_.size() > 1 && schedule.ends_turn_at_barrier()))
            return;
    }
    for (const Warp& warp : block.warps)
        if ((warp.ready | warp.yielded | warp.at_grid_barrier) != 0) return;
    if (bulk::is_copying(block)) return;
    give_up<&Watcher::block_is_stuck>(block);
}

void Scheduler::run_warp(Warp& warp) {
    warp_ = &warp;
    backwards_ = schedule.lanes_run_backwards();
    const plain_memory::DeviceRuns runs;
    switch_fiber(scheduler_, resume(pick(warp.ready)));
}

bool Scheduler::nothing_happens_any_more(const Block& ran) {
    if (!nothing_has_happened_for(patience * active_.size()))
        return goes_round_ =
                   idle_turns_ <= active_.size() && // else nothing happens, which is a deadlock
                   livelock_.is_suspected() && livelock_.is_proven(ran, stopped_blocks.going(active_));
    const std::vector<Block*> going = stopped_blocks.going(active_);
    if (standstill_.is_looked_for()) return standstill_.is_proven(idle_turns_, ran, going);
    standstill_.begin(idle_turns_, going);
    return false;
}

bool Scheduler::nothing_has_happened_for(std::uint64_t turns) {
    const std::uint64_t happened = now.progress + now.activity;
    if (happened != happened_at_last_turn_) {
        happened_at_last_turn_ = happened;
        idle_turns_ = 0;
        standstill_.reset();
    }
    return ++idle_turns_ > turns;
}

void Scheduler::give_up_grid() {
    if (goes_round_) return give_up<&Watcher::grid_goes_round>(stopped_blocks.going(active_));
    give_up<&Watcher::grid_is_stuck>(stopped_blocks.going(active_), volume(config().grid) - started_);
}

void Scheduler::enter() {
    current = this;
    lanes_per_warp = launch_->warp_size;
    set_builtin(blockDim, config().block);
    set_builtin(gridDim, config().grid);
    now.is_launching = true;
    has_unnoticed_barriers_ =
        fibers_tell_where_they_stand && !has_listeners<&Watcher::barrier_comes>() &&
        !has_listeners<&Watcher::barrier_opens>() && !has_listeners<&Watcher::thread_pauses>();
}

void Scheduler::prepare(const Launch& launch, int resident, void (*body)(void*),
                        std::span<std::byte> context) {
    launch_ = &launch;
    const LaunchConfig& config = *launch.config;
    has_more_blocks_than_places_ = volume(config.grid) > static_cast<unsigned long long>(resident);
    started_ = 0;
    idle_turns_ = 0;
    standstill_.reset();
    livelock_.reset();
    goes_round_ = false;
    body_ = body;
    context_ = context;
    abandoned_ = false;
    at_grid_barrier_ = 0;
    stopped_blocks.begin_launch(config, schedule.its_seed());
    most_barriers_ = 0;
    ++now.progress;
    enter();

    if (stack_bytes != stacks_->bytes()) {
        forget_blocks();
        stacks_ = std::make_unique<StackPool>(stack_bytes);
    }
    if (config.block.x != shape_.x || config.block.y != shape_.y || config.block.z != shape_.z) {
        forget_blocks();
        shape_ = config.block;
    }
}

void Scheduler::exit(Thread& thread) {
    ++now.progress;
    ++now.returned;
    Warp& warp = *thread.warp;
    warp.ready &= ~thread.bit();
    warp.exited |= thread.bit();
    if (--warp.block->live == 0) progress_line::note_end_of_block();
    announce<&Watcher::thread_returns>(thread);
    if (!warp.block->mbarriers.empty()) leave_numbered_barriers(thread);
    complete_rendezvous_without(warp);
    if (warp.ready != 0 && begin_on_stack_of(thread, pick(warp.ready))) return;
    leave();
}

bool Scheduler::begin_on_stack_of(Thread& returned, unsigned lane) {
    if (!(warp_->fresh >> lane & 1)) return false;
    Thread& next = resume(lane);
    std::swap(returned.stack, next.stack);
    returned.context = next.context;
    return true;
}

void Scheduler::end() {
    active_.clear();
    is_under_way_ = now.is_launching = false;
    livelock_.reset();
    now.thread = nullptr;
    if (!others_are_under_way_()) bulk::end_launch(abandoned_);
    announce<&Watcher::launch_ends>();
    launch_totals.barriers_per_thread += most_barriers_;
    // Threads of an abandoned launch stand in the middle of the kernel: their stacks start afresh.
    if (abandoned_) forget_blocks();
}

namespace {
/// Within one function the compiler may keep the address of a thread_local variable, but a fiber may
/// serve launches by several of the host's threads.
[[gnu::noinline]] Thread& thread_that_begins() { return *now.thread; }
} // namespace

void Scheduler::thread_main() {
    for (;;) { // once per block: the fibers of a finished block serve the next one
        Thread& thread = thread_that_begins();
        thread.warp->fresh &= ~thread.bit();
        note_thread(static_cast<const Frame*>(__builtin_frame_address(0)));
        current->body_(current->context_.data());
        exit(thread);
    }
}

// --- what a running thread calls ---------------------------------------------------------------------

void abandon_launch() { Scheduler::current->abandon(); }
void note_dependence() { Scheduler::current->note_dependence(); }

const Launch& current_launch() { return Scheduler::current->launch(); }

namespace {
std::string name_of_running_kernel() {
    return now.is_launching ? current_launch().kernel : ""; // of one that is over nothing is left
}
const bool kernels_have_names = (name_kernels_by(name_of_running_kernel), true);
} // namespace
std::span<const std::byte> current_context() { return Scheduler::current->context(); }

bool in_kernel() { return now.thread != nullptr; }
unsigned lane() { return running_thread().lane; }
std::uintptr_t shared_window() { return running_thread().warp->block->shared_begin; }
bool is_shared_address(const volatile void* address) {
    return running_thread().warp->block->has_shared(reinterpret_cast<std::uintptr_t>(address));
}
unsigned dynamic_shared_bytes() {
    return static_cast<unsigned>(running_thread().warp->block->dynamic_bytes);
}
unsigned multiprocessor() { return running_thread().warp->block->started % multiprocessors(); }
unsigned multiprocessors() { return static_cast<unsigned>(device_shape().multiprocessors); }
unsigned exited_lanes() { return running_thread().warp->exited; }
std::uint64_t clock_ticks() {
    static std::uint64_t ticks = 0;
    const Thread& thread = running_thread();
    note_dependence();
    note_activity(); // who looks at a clock alone does not wait for ever
    ++(thread.warp->last_load[thread.lane].spins ? now.changes : now.news);
    return ++ticks;
}

namespace {
/// Lets others run.
void pause() {
    Thread& thread = running_thread();
    thread.warp->ready &= ~thread.bit();
    thread.warp->yielded |= thread.bit();
    Scheduler::leave();
}
} // namespace

void await_choice(Effect effect, const volatile void* address, std::size_t bytes,
                  const volatile void* value, const void* pc) {
    if (!choices::on) return;
    choices::offer(process(*now.thread), {effect, reinterpret_cast<std::uintptr_t>(address), bytes},
                   value, pc);
    pause();
}

void yield() {
    await_choice(Effect::pauses, nullptr, 0, nullptr, nullptr);
    if (!choices::on) pause();
}

void maybe_yield() {
    if (!choices::on && schedule.switches_here()) pause();
}

} // namespace scanlab::sim
