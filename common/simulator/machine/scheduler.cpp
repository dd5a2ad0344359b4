#include "scheduler.hpp"

#include "bulk_copies.hpp"
#include "choices.hpp"
#include "errors.hpp"
#include "events.hpp"
#include "fault.hpp"
#include "halves.hpp"
#include "host_turn.hpp"
#include "launch_limits.hpp"
#include "library_calls.hpp"
#include "memory.hpp"
#include "misuse.hpp"
#include "nested_launches.hpp"
#include "pending.hpp"
#include "private_state.hpp"
#include "progress_line.hpp"
#include "scanlab_sim/cost.hpp"
#include "scanlab_sim/settings.hpp"
#include "schedule.hpp"
#include "stopped_blocks.hpp"
#include "streams.hpp"
#include "time_limit.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <new>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

namespace scanlab::sim {

Now now;
unsigned lanes_per_warp = warpSize;
LaunchTotals launch_totals;
std::size_t stack_bytes = platform::most_stack_bytes;

namespace {

/// Changes a built-in variable, which is a constant to everybody else.
template <class T>
void set_builtin(const T& builtin, const T& value) {
    const_cast<T&>(builtin) = value;
}

/// The block with linear number i of a grid, x running fastest.
uint3 coordinates(unsigned long long i, const dim3& extent) {
    return {static_cast<unsigned>(i % extent.x), static_cast<unsigned>(i / extent.x % extent.y),
            static_cast<unsigned>(i / extent.x / extent.y)};
}

class Scheduler;
Scheduler* scheduler = nullptr; ///< of the grid that runs, or has run last

/// Runs one grid. Several may be under way.
class Scheduler {
public:
    /// Nothing has been run yet.
    void begin(const Launch& launch, int resident, void (*body)(void*), std::span<std::byte> context) {
        prepare(launch, resident, body, context);
        active_.clear();
        is_under_way_ = true;
        stands_still_ = false;
        if (!choices::on) order_.emplace(schedule.block_order(volume(launch.config->grid)));
    }

    bool is_under_way() const { return is_under_way_; }
    /// Whether all threads wait, or spin on values that do not change.
    bool stands_still() const { return stands_still_; }

    /// Runs the grid, in so many turns of blocks at most, in so many places. False: it has ended.
    bool go_on(std::uint64_t turns, int places) {
        enter();
        stands_still_ = false;
        turns_left_ = turns;
        if (choices::on)
            run_by_choices(places);
        else if (started_ == 0 && turns == all_turns)
            run_by_schedule(places);
        else
            run_blocks(*order_, places, places);
        now.is_launching = false;
        if (!abandoned_ && !active_.empty()) return true;
        end();
        return false;
    }

    /// Nobody is left whom it could wait for.
    void give_up_waiting() {
        enter();
        give_up_grid();
        end();
    }

    /// Its context is lost.
    void drop() {
        abandoned_ = true;
        end();
    }

    std::size_t threads_in_places() const { return is_under_way_ ? active_.size() * threads_per_block() : 0; }
    static constexpr std::uint64_t all_turns = ~std::uint64_t{0};

    [[noreturn]] void abandon() {
        abandoned_ = true;
        switch_fiber(*now.thread, scheduler_);
        std::abort(); // nobody switches back to a thread of an abandoned launch
    }

    /// Suspends the running thread, which has just left the ready lanes, and goes on with a sibling.
    /// Returns the result that whoever let it go on left for it. (Its frame stays on the stack of each
    /// thread that waits: nothing is to be kept there across calls. And nothing is asked of the thread
    /// itself, which would be to wait for the cache at every switch.)
    [[gnu::always_inline]] static std::uint64_t leave() {
        if (now.overdue) stop_overdue_kernel();
        announce<&Watcher::thread_pauses>();
        return go_on_with(warp_->ready);
    }

    /// Goes on with one of these lanes of the warp.
    [[gnu::always_inline]] static std::uint64_t go_on_with(LaneMask ready) {
        Thread& thread = *now.thread;
        if (ready == 0) {
            now.thread = nullptr;
            return switch_fiber(thread, scheduler_);
        }
        const unsigned lane = pick(ready);
        Thread& next = resume(lane);
        // The stack of one that comes soon can be fetched meanwhile: two cache lines.
        const auto* soon = static_cast<const char*>(warp_->threads[(lane + (backwards_ ? 30 : 2)) % 32].context);
        __builtin_prefetch(soon);
        __builtin_prefetch(soon + 64);
        return switch_fiber(thread, next);
    }

    /// Suspends the running thread at a barrier of its block, to which the function has come.
    [[gnu::always_inline]] static std::uint64_t wait_at_block_barrier(const Frame* function) {
        announce<&Watcher::barrier_comes>(*now.thread);
        if (now.overdue) stop_overdue_kernel();
        announce<&Watcher::thread_pauses>();
        warp_->waits_in[now.thread->lane] = function;
        return wait_unnoticed_at_block_barrier();
    }

    /// Whether it may be done without anybody's noticing.
    static bool has_unnoticed_barriers() { return has_unnoticed_barriers_ && !now.overdue; }

    [[gnu::always_inline]] static std::uint64_t wait_unnoticed_at_block_barrier() {
        Warp& warp = *warp_;
        const LaneMask ready = warp.ready & ~bit_;
        warp.ready = ready;
        warp.at_barrier |= bit_;
        return go_on_with(ready);
    }

    void arrive_at_grid_barrier(Thread& thread) {
        if (!config().cooperative) stop_grid_barrier_without_cooperation(thread);
        thread.warp->ready &= ~thread.bit();
        thread.warp->at_grid_barrier |= thread.bit();
        ++at_grid_barrier_;
        leave();
    }

    /// The running block does something that others can notice.
    void note_dependence() {
        depends_ = true;
        platform::refuse_to_work_as_copy();
    }
    void note_switches(int threads) { switches_ += static_cast<unsigned>(threads); }

    void reserve_stacks(std::size_t threads) { stacks_->reserve(threads); }

    std::span<const std::byte> context() const { return context_; }
    const Launch& launch() const { return *launch_; }
    std::uint32_t blocks_started() const { return static_cast<std::uint32_t>(started_); }
    /// Whether some blocks have to wait until others have ended.
    bool has_more_blocks_than_places() const { return has_more_blocks_than_places_; }

private:
    static void thread_main();

    /// Where threads wait at barriers that nobody has noticed, their stacks tell.
    void note_where_threads_wait() {
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

    /// The first few blocks show whether it pays to divide the others among two processes.
    void run_by_schedule(int places) {
        constexpr int few = 2; // each place needs stacks, in each process
        BlockOrder& order = *order_;
        depends_ = false;
        is_trial_ = halves::are_possible(*launch_); // also if it will not be divided: the order shall be the same
        switches_ = 0;
        run_blocks(order, is_trial_ ? std::min(places, few) : places, places);
        if (order.done() || abandoned_ || stands_still_) return;
        is_trial_ = false;
        const auto run_half = [&](Part part) {
            order.keep(part);
            run_blocks(order, std::min(places, few), places);
            launch_totals.barriers_per_thread += most_barriers_;
        };
        if (!pending::others() && halves::may_run(*launch_) && halves::pay(switches_ / started_ * order.left()) && halves::run(*launch_, run_half))
            most_barriers_ = 0; // the halves have counted them
        else {
            progress_line::go_back_to(started_);
            run_blocks(order, places, places);
        }
    }

    /// Runs all blocks in so many places. In a trial, runs only those that start at first, unless they turn out to depend
    /// on others: then all blocks run, in all places.
    void run_blocks(BlockOrder& order, int places, int all_places) {
        start_in_free_places(order, places);
        while (!active_.empty()) {
            const std::size_t turn = stopped_blocks.choose(active_, schedule.next_block(active_.size()));
            Block& block = *active_[turn];
            run_turn(block);
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

    void start_in_free_places(BlockOrder& order, int places) {
        for (int slot = 0; slot < places && !order.done(); ++slot) {
            Block& block = in_place(static_cast<std::size_t>(slot));
            if (std::ranges::find(active_, &block) != active_.end()) continue;
            start(block, order.next());
            active_.push_back(&block);
        }
    }

    /// Everything goes on as far as it can without being chosen; then one thread is.
    void run_by_choices(int resident) {
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
            go_on(*next);
        }
        choices::end_launch();
    }

    /// Runs all threads up to where they wait to be chosen, or for others.
    void settle() {
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

    static bool is_ready(const Block& block) {
        return std::ranges::any_of(block.warps,
                                   [](const Warp& w) { return (w.ready | w.at_active_mask) != 0; });
    }

    void start_a_waiting_block(Block& block) {
        const auto number = has_more_blocks_than_places_
                                ? choices::next_block(waiting_blocks_, threads_per_grid())
                                : waiting_blocks_.front();
        std::erase(waiting_blocks_, number);
        start(block, number);
    }

    std::uint64_t threads_per_grid() const { return volume(config().grid) * threads_per_block(); }

    /// The process was chosen.
    void go_on(std::uint64_t process) {
        const std::uint64_t number = process / threads_per_block();
        if (number >= volume(config().grid)) return bulk::go_on(process);
        const auto block = std::ranges::find(active_, number, &Block::number);
        const auto thread = static_cast<unsigned>(process % threads_per_block());
        Warp& warp = (*block)->warps[thread / lanes_per_warp];
        const Thread& chosen = warp.threads[thread % lanes_per_warp];
        warp.yielded &= ~chosen.bit();
        warp.ready |= chosen.bit();
    }

    /// These will never go on.
    template <auto EVENT>
    void give_up(auto&&... stuck) {
        now.thread = nullptr;
        note_where_threads_wait();
        announce<EVENT>(stuck...);
        fail_launch(cudaErrorLaunchTimeout);
        abandoned_ = true;
    }

    void give_up_grid() {
        give_up<&Watcher::grid_is_stuck>(stopped_blocks.going(active_), volume(config().grid) - started_);
    }

    const LaunchConfig& config() const { return *launch_->config; }

    /// What runs from now on belongs to this grid.
    void enter() {
        scheduler = this;
        lanes_per_warp = launch_->warp_size;
        set_builtin(blockDim, config().block);
        set_builtin(gridDim, config().grid);
        now.is_launching = true;
        has_unnoticed_barriers_ = fibers_tell_where_they_stand && !has_listeners<&Watcher::barrier_comes>() &&
                                  !has_listeners<&Watcher::barrier_opens>() && !has_listeners<&Watcher::thread_pauses>();
    }

    void prepare(const Launch& launch, int resident, void (*body)(void*), std::span<std::byte> context) {
        launch_ = &launch;
        const LaunchConfig& config = *launch.config;
        has_more_blocks_than_places_ = volume(config.grid) > static_cast<unsigned long long>(resident);
        started_ = 0;
        idle_turns_ = 0;
        standstill_.reset();
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

    Block& in_place(std::size_t slot) {
        while (blocks_.size() <= slot) blocks_.push_back(make_block(blocks_.size()));
        return *blocks_[slot];
    }

    unsigned threads_per_block() const { return static_cast<unsigned>(volume(shape_)); }

    /// What stays the same for all blocks that will run here one after the other.
    std::unique_ptr<Block> make_block(std::size_t slot) {
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

    /// Gives a block that begins the stacks of one none of whose threads stands on them; new ones if there is none. Blocks
    /// that run one after the other get along with one block's stacks, which stay in the cache.
    void give_stacks(Block& block) {
        const auto is_idle = [](const auto& other) { return other->has_stacks && !is_under_way(*other); };
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

    static Thread& thread_of(Block& block, unsigned t) {
        return block.warps[t / lanes_per_warp].threads[t % lanes_per_warp];
    }

    /// Some of its threads have begun, and some have not returned.
    static bool is_under_way(const Block& block) {
        return block.live > 0 &&
               std::ranges::any_of(block.warps, [](const Warp& warp) { return warp.fresh != warp.existing; });
    }

    /// Where the shared memory of the block in this place lies.
    std::uintptr_t shared_arena(std::size_t slot) {
        while (arenas_.size() <= slot) {
            void* const arena = platform::reserve(shared_arena_bytes, platform::Protection::open);
            if (!arena) throw std::bad_alloc();
            arenas_.push_back(reinterpret_cast<std::uintptr_t>(arena));
        }
        return arenas_[slot];
    }

    void start(Block& block, unsigned long long number) {
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

    /// Runs the block until all its threads are done or none has anything to do but wait for other
    /// blocks.
    void run_turn(Block& block) {
        if (!block.has_stacks) give_stacks(block);
        set_builtin(blockIdx, block.index);
        if (!choices::on) {
            if (block.has_copied) bulk::go_on(block);
            for (Warp& warp : block.warps) warp.ready |= std::exchange(warp.yielded, 0);
        }
        for (;;) {
            schedule.order_warps(block.warp_order);
            for (const unsigned w : block.warp_order) {
                Warp& warp = block.warps[w];
                while (warp.ready != 0 || release_active_mask(warp)) {
                    run_warp(warp);
                    if (abandoned_) return;
                }
            }
            if (block.live == 0) {
                most_barriers_ = std::max(most_barriers_, block.barriers);
                if (block.has_copied) bulk::end_block(block);
                return;
            }
            if (!open_barrier_if_all_arrived(block)) break;
            if (active_.size() > 1 && !choices::on && schedule.ends_turn_at_barrier()) return;
        }
        for (const Warp& warp : block.warps)
            if ((warp.ready | warp.yielded | warp.at_grid_barrier) != 0) return;
        if (bulk::is_copying(block)) return;
        give_up<&Watcher::block_is_stuck>(block);
    }

    /// Whether all threads of all resident blocks have long been spinning on values that do not change,
    /// or wait for those that do, and would for ever.
    bool nothing_happens_any_more(const Block& ran) {
        if (!nothing_has_happened_for(patience * active_.size())) return false;
        const std::vector<Block*> going = stopped_blocks.going(active_);
        if (standstill_.is_looked_for()) return standstill_.is_proven(idle_turns_, ran, going);
        standstill_.begin(idle_turns_, going);
        return false;
    }

    static constexpr std::uint64_t patience = 500; // turns of everybody

    bool nothing_has_happened_for(std::uint64_t turns) {
        const std::uint64_t happened = now.progress + now.activity;
        if (happened != happened_at_last_turn_) {
            happened_at_last_turn_ = happened;
            idle_turns_ = 0;
            standstill_.reset();
        }
        return ++idle_turns_ > turns;
    }

    void run_warp(Warp& warp) {
        warp_ = &warp;
        backwards_ = schedule.lanes_run_backwards();
        switch_fiber(scheduler_, resume(pick(warp.ready)));
    }

    /// The next ready lane, upwards or downwards: the direction changes from turn to turn.
    static unsigned pick(LaneMask ready) {
        return static_cast<unsigned>(backwards_ ? 31 - std::countl_zero(ready)
                                                : std::countr_zero(ready));
    }

    /// Of the warp that runs.
    [[gnu::always_inline]] static Thread& resume(unsigned lane) {
        Thread& thread = warp_->threads[lane];
        bit_ = LaneMask{1} << lane;
        now.thread = &thread;
        set_builtin(threadIdx, thread.index);
        return thread;
    }

    bool open_barrier_if_all_arrived(Block& block) {
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

    bool open_grid_barrier_if_all_arrived() {
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

    /// A GPU's grid barrier counts blocks, and it is thread 0 that counts its own: with one of these
    /// gone it never opens.
    bool grid_barrier_stays_closed() const {
        return active_.size() < volume(config().grid) ||
               std::any_of(active_.begin(), active_.end(),
                           [](const Block* block) { return (block->warps.front().exited & 1) != 0; });
    }

    /// `__activemask()`: when a warp would stand still, the lanes that wait at one call site are
    /// together.
    static bool release_active_mask(Warp& warp);

    static void exit(Thread& thread) {
        ++now.progress;
        Warp& warp = *thread.warp;
        warp.ready &= ~thread.bit();
        warp.exited |= thread.bit();
        if (--warp.block->live == 0) progress_line::note_end_of_block();
        announce<&Watcher::thread_returns>(thread);
        complete_rendezvous_without(warp);
        if (warp.ready != 0 && begin_on_stack_of(thread, pick(warp.ready))) return;
        leave();
    }

    /// Lets a thread that has not begun take the stack of one that has returned, which is still in the
    /// cache, and leave it its own. Kernels without barriers get along with one stack a warp.
    static bool begin_on_stack_of(Thread& returned, unsigned lane) {
        if (!(warp_->fresh >> lane & 1)) return false;
        Thread& next = resume(lane);
        std::swap(returned.stack, next.stack);
        returned.context = next.context;
        return true;
    }

    static void complete_rendezvous_without(Warp& warp);

    void end() {
        active_.clear();
        is_under_way_ = now.is_launching = false;
        now.thread = nullptr;
        if (!pending::others()) bulk::end_launch(abandoned_);
        announce<&Watcher::launch_ends>();
        launch_totals.barriers_per_thread += most_barriers_;
        // Threads of an abandoned launch stand in the middle of the kernel: their stacks start afresh.
        if (abandoned_) forget_blocks();
    }

    void forget_blocks() {
        blocks_.clear();
        stacks_in_use_ = 0;
    }

    std::unique_ptr<StackPool> stacks_ = std::make_unique<StackPool>();
    std::size_t stacks_in_use_ = 0;
    std::vector<std::uintptr_t> arenas_;
    std::vector<std::unique_ptr<Block>> blocks_;
    std::vector<Block*> active_;
    std::vector<std::uint64_t> waiting_blocks_; ///< that have not started, where choices are made
    dim3 shape_{0};                             ///< of the blocks
    const Launch* launch_ = nullptr;
    std::optional<BlockOrder> order_;
    std::uint64_t turns_left_ = 0;
    bool is_under_way_ = false, stands_still_ = false;
    unsigned long long started_ = 0; ///< blocks
    bool has_more_blocks_than_places_ = false;
    std::uint64_t happened_at_last_turn_ = 0, idle_turns_ = 0;
    Standstill standstill_;

    void (*body_)(void*) = nullptr;
    std::span<std::byte> context_;
    bool abandoned_ = false;
    int at_grid_barrier_ = 0;
    int most_barriers_ = 0;
    bool depends_ = false;            ///< some block on others, or it is not to be found out
    bool is_trial_ = false;
    unsigned long long switches_ = 0; ///< from thread to thread, at barriers and in warps

    // Of the grid that runs: where threads switch it should cost nothing that there may be several.
    static inline Fiber scheduler_;
    static inline Warp* warp_ = nullptr; ///< that runs
    static inline LaneMask bit_ = 0;     ///< of the lane that runs
    static inline bool backwards_ = false;
    static inline bool has_unnoticed_barriers_ = false;
};

/// One for each grid that is under way; those of grids that have ended serve again.
std::vector<std::unique_ptr<Scheduler>>& schedulers() {
    static auto& instance = *new std::vector<std::unique_ptr<Scheduler>>;
    return instance;
}
Scheduler& idle_scheduler() {
    for (const auto& one : schedulers())
        if (!one->is_under_way()) return *one;
    return *schedulers().emplace_back(std::make_unique<Scheduler>());
}

void Scheduler::thread_main() {
    for (;;) { // once per block: the fibers of a finished block serve the next one
        Thread& thread = *now.thread;
        thread.warp->fresh &= ~thread.bit();
        note_thread(static_cast<const Frame*>(__builtin_frame_address(0)));
        scheduler->body_(scheduler->context_.data());
        Scheduler::exit(thread);
    }
}

} // namespace

namespace {

/// A launch with all that it needs when the statement is over that it stands in.
class LaunchTask : public pending::Task {
public:
    LaunchTask(const Work& work, const Launch& launch, int places, void (*body)(void*), const void* context, std::size_t bytes)
        : Task(work), launch_(launch), config_(*launch.config), arguments_(launch.arguments, launch.arguments + launch.argument_count),
          kernel_(launch.kernel), places_(places), body_(body), bytes_(bytes), context_(new (alignment) std::byte[bytes]) {
        std::memcpy(context_.get(), context, bytes);
        launch_.config = &config_;
        launch_.arguments = arguments_.data();
        launch_.kernel = kernel_.c_str();
    }
    ~LaunchTask() override {
        if (grid_ && !has_ended_ && grid_->is_under_way()) grid_->drop();
    }

    /// First the grid, then those that it has launched, one after the other.
    bool go_on(std::uint64_t turns) override {
        if (!has_ended_) has_ended_ = !go_on_itself(turns);
        return !has_ended_ || descendants_go_on(children_, turns) || descendants_go_on(tails_, turns);
    }
    bool stands_still() const override {
        if (has_ended_) return younger() && younger()->stands_still();
        return !grid_ || grid_->stands_still();
    }
    void give_up() override {
        if (has_ended_ && younger()) return younger()->give_up();
        if (!grid_ || has_ended_) return;
        announce<&Watcher::launch_resumes>();
        grid_->give_up_waiting();
    }

    void add_child(std::unique_ptr<LaunchTask> child, bool is_tail) {
        child->depth_ = depth_ + 1;
        (is_tail ? tails_ : children_).push_back(std::move(child));
    }
    int depth() const { return depth_; }
    /// The one whose grid runs.
    static inline LaunchTask* running = nullptr;

private:
    using Descendants = std::deque<std::unique_ptr<LaunchTask>>;

    static bool descendants_go_on(Descendants& descendants, std::uint64_t turns) {
        for (; !descendants.empty(); descendants.pop_front())
            if (has_sticky_error() || descendants.front()->go_on(turns)) return !has_sticky_error();
        return false;
    }
    LaunchTask* younger() const {
        const Descendants& descendants = children_.empty() ? tails_ : children_;
        return descendants.empty() ? nullptr : descendants.front().get();
    }

    bool go_on_itself(std::uint64_t turns) {
        running = this;
        const platform::FaultsAreOurs faults_are_ours;
        const memory::Opened opened;
        const int places = places_that_others_leave();
        if (places == 0) return true;
        if (grid_)
            announce<&Watcher::launch_resumes>();
        else
            begin();
        return grid_->go_on(turns, places);
    }

    void begin() {
        grid_ = &idle_scheduler();
        if (!pending::others()) activate_all();
        announce<&Watcher::launch_begins>(launch_);
        progress_line::note_begin_of_launch();
        now.launched = std::chrono::steady_clock::now();
        grid_->begin(launch_, places_, body_, {context_.get(), bytes_});
    }

    /// Blocks of several grids share the multiprocessors; those that run stay.
    int places_that_others_leave() const {
        if (!pending::others()) return places_;
        std::size_t taken = 0;
        for (const auto& other : schedulers())
            if (other.get() != grid_) taken += other->threads_in_places();
        const DeviceShape& device = device_shape();
        const auto all = static_cast<std::size_t>(device.multiprocessors) * static_cast<std::size_t>(device.threads_per_multiprocessor);
        const std::size_t threads = volume(config_.block), own = grid_ ? grid_->threads_in_places() / threads : 0;
        const std::size_t free = std::clamp((all - std::min(all, taken)) / threads, own, std::max<std::size_t>(own, static_cast<std::size_t>(places_)));
        return config_.cooperative && free < volume(config_.grid) ? 0 : static_cast<int>(free);
    }

    static constexpr std::align_val_t alignment{64};
    struct Free {
        void operator()(std::byte* bytes) const { operator delete[](bytes, alignment); }
    };
    Launch launch_;
    LaunchConfig config_;
    std::vector<KernelArgument> arguments_;
    std::string kernel_;
    int places_;
    void (*body_)(void*);
    std::size_t bytes_; ///< of the context
    std::unique_ptr<std::byte[], Free> context_;
    Scheduler* grid_ = nullptr;
    bool has_ended_ = false;
    int depth_ = 0; ///< 0 if the host has launched it
    Descendants children_, tails_;
};

} // namespace

void reserve_stacks() {
    const DeviceShape& device = device_shape();
    idle_scheduler().reserve_stacks(static_cast<std::size_t>(device.multiprocessors) *
                                    static_cast<std::size_t>(device.threads_per_multiprocessor));
}

namespace {
/// "12 4096 256 256,1,1 scale": line, blocks, threads per block, the block's shape, kernel.
void list_launch(const Launch& launch) {
    static const auto file = platform::AppendedFile::open(settings().launches);
    const LaunchConfig& config = *launch.config;
    char text[256];
    const int wanted = std::snprintf(text, sizeof text - 1, "%d %llu %llu %u,%u,%u %s", config.line, volume(config.grid),
                                     volume(config.block), config.block.x, config.block.y, config.block.z, launch.kernel);
    const auto bytes = std::min(static_cast<std::size_t>(wanted), sizeof text - 2);
    text[bytes] = '\n';
    if (file) file->add(text, bytes + 1);
}
} // namespace

void run_grid(const Launch& launch, void (*body)(void*), void* context, std::size_t bytes) {
    const LaunchConfig& config = *launch.config;
    if (now.thread) return nested::launch(launch, body, context, bytes);
    const HostTurn turn;
    if (now.overdue) stop_overdue_program();
    if (!may_launch(config.file, config.line)) return;
    int places = 0;
    if (const int error = check_launch(launch, places); error != cudaSuccess) {
        set_error(error, config.file, config.line);
        return;
    }
    if (!settings().launches.empty()) return list_launch(launch);
    ++launch_totals.launches;
    launch_totals.most_shared_bytes =
        std::max(launch_totals.most_shared_bytes, config.dynamic_shared_bytes);
    note_launch(static_cast<const Frame*>(__builtin_frame_address(0)));
    const Work& work = submit_launch(stream_of(config.stream), launch.kernel, config.grid, config.block);
    pending::add(std::make_unique<LaunchTask>(work, launch, places, body, context, bytes));
}

namespace nested {
int depth() { return LaunchTask::running->depth(); }
void add_child(const Launch& launch, int places, void (*body)(void*), const void* context, std::size_t bytes, bool is_tail) {
    LaunchTask& parent = *LaunchTask::running;
    ++launch_totals.launches;
    parent.add_child(std::make_unique<LaunchTask>(parent.work(), launch, places, body, context, bytes), is_tail);
}
} // namespace nested

void abandon_launch() { scheduler->abandon(); }
void note_dependence() { scheduler->note_dependence(); }

const Launch& current_launch() { return scheduler->launch(); }
std::span<const std::byte> current_context() { return scheduler->context(); }

ThreadPosition position_of(const Thread& thread) {
    return {thread.warp->block->index, thread.index, thread.warp->number_in_block(), thread.lane};
}

ThreadPosition position_in_grid(std::uint32_t block, unsigned thread) {
    return {coordinates(block, gridDim), coordinates(thread, blockDim), thread / lanes_per_warp,
            thread % lanes_per_warp};
}

namespace {
std::string index_text(const uint3& i, const dim3& extent) {
    if (extent.y == 1 && extent.z == 1) return std::to_string(i.x);
    return "(" + std::to_string(i.x) + "," + std::to_string(i.y) + "," + std::to_string(i.z) + ")";
}
} // namespace

std::string thread_name(const uint3& index) { return "thread " + index_text(index, blockDim); }
std::string block_name(const uint3& index) { return "block " + index_text(index, gridDim); }

// --- what a running thread calls ---------------------------------------------------------------------

bool in_kernel() { return now.thread != nullptr; }
unsigned lane() { return now.thread->lane; }
std::uintptr_t shared_window() { return now.thread->warp->block->shared_begin; }
bool is_shared_address(const volatile void* address) {
    return now.thread->warp->block->has_shared(reinterpret_cast<std::uintptr_t>(address));
}
unsigned dynamic_shared_bytes() { return static_cast<unsigned>(now.thread->warp->block->dynamic_bytes); }
unsigned multiprocessor() { return now.thread->warp->block->started % multiprocessors(); }
unsigned multiprocessors() { return static_cast<unsigned>(device_shape().multiprocessors); }
unsigned exited_lanes() { return now.thread->warp->exited; }
std::uint64_t clock_ticks() {
    static std::uint64_t ticks = 0;
    note_dependence();
    note_activity(); // who looks at a clock does not wait for ever
    return ++ticks;
}

std::uint64_t process(const Thread& thread) {
    return thread.warp->block->number * volume(blockDim) + thread.number_in_block();
}

namespace {
/// Lets others run.
void pause() {
    Thread& thread = *now.thread;
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

namespace {
/// Called by a jump: what it returns to is the kernel.
[[gnu::noinline]] void wait_at_noticed_barrier() {
    now.thread->waits_at = __builtin_return_address(0);
    Scheduler::wait_at_block_barrier(static_cast<const Frame*>(__builtin_frame_address(0))->caller);
}
} // namespace

void block_barrier() {
    if (!Scheduler::has_unnoticed_barriers()) return wait_at_noticed_barrier();
    Scheduler::wait_unnoticed_at_block_barrier();
}

int block_barrier(BarrierVote vote, bool predicate) {
    Thread& thread = *now.thread;
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

bool grid_is_cooperative() { return scheduler->launch().config->cooperative; }

void grid_barrier() {
    now.thread->waits_at = __builtin_return_address(0);
    scheduler->arrive_at_grid_barrier(*now.thread);
}

void wait_at_mbarrier() {
    Thread& thread = *now.thread;
    thread.warp->ready &= ~thread.bit();
    thread.warp->at_mbarrier |= thread.bit();
    Scheduler::leave();
}

namespace {
/// Blocks may talk to each other through what the running thread accesses there.
void note_dependence_through(const volatile void* address) {
    if (!now.thread->warp->block->has_shared(reinterpret_cast<std::uintptr_t>(address))) note_dependence();
}
} // namespace

void* before_atomic(const volatile void* address, std::size_t bytes, AtomicKind kind, MemoryOrder order,
                    Scope scope) {
    void* place = const_cast<void*>(address);
    const AtomicAccess access{__builtin_return_address(0), address, bytes, kind, order, scope};
    if (!now.thread) {
        announce<&Watcher::host_atomic>(access);
        return place;
    }
    note_dependence_through(address);
    if (choices::on)
        await_choice(kind == AtomicKind::load ? Effect::reads : Effect::writes, address, bytes, address,
                     access.pc);
    else if (kind != AtomicKind::load && kind != AtomicKind::store)
        maybe_yield();
    announce<&Watcher::atomic_comes>(*now.thread, access);
    now.atomic_pc = access.pc; // others may have run
    announce<&Watcher::atomic>(*now.thread, access, place);
    if (place != address) choices::goes_astray();
    return place;
}

void note_read_only_load(const volatile void* address, std::size_t bytes) {
    if (!now.thread) return;
    const MemoryAccess access{__builtin_return_address(0), reinterpret_cast<std::uintptr_t>(address),
                              bytes, false, Strength::plain};
    announce<&Watcher::read_only_load>(*now.thread, access);
}

void after_atomic_store(const volatile void* address, MemoryOrder order, Scope scope, bool modifies) {
    if (!now.thread) return;
    choices::stored();
    announce<&Watcher::atomic_stored>(*now.thread, address, order, scope, modifies);
}

namespace {
/// Whether the running thread has got the same value from the address as the time before.
bool spins(const volatile void* address, std::uint64_t value, const void* pc) {
    Warp& warp = *now.thread->warp;
    LastLoad& last = warp.last_load[now.thread->lane];
    warp.has_loaded = true;
    const bool same_address = last.address == address;
    if (same_address && last.value == value) {
        if (!last.spins) last.blocks_started = scheduler->blocks_started();
        const std::uint64_t state = private_state_of_running();
        last.is_endless = last.spins && last.state == state;
        last.state = state;
        last.spins = true;
        return true;
    }
    if (same_address && last.is_endless && scheduler->has_more_blocks_than_places())
        announce<&Watcher::wait_ended>(*now.thread, last);
    last = {address, value, pc};
    return false;
}
} // namespace

void after_atomic_load(const volatile void* address, std::uint64_t value) {
    if (!now.thread) return;
    const bool waits = spins(address, value, now.atomic_pc);
    if (choices::on)
        choices::looked();
    else if (waits)
        yield(); // whoever it waits for has to run
    else
        maybe_yield();
}

void wait_before_volatile_read(const volatile void* address, std::size_t bytes, const void* pc) {
    note_dependence_through(address);
    await_choice(Effect::reads, address, bytes, address, pc);
    std::uint64_t value = 0; // not by memcpy(), which may be observed as the program's
    for (std::size_t i = 0; i < std::min(bytes, sizeof value); ++i)
        value |= std::uint64_t{static_cast<const volatile unsigned char*>(address)[i]} << 8 * i;
    spins(address, value, pc);
    if (choices::on)
        choices::looked();
    else
        yield();
}

void wait_before_volatile_write(const volatile void* address, std::size_t bytes, const void* pc) {
    note_dependence_through(address);
    await_choice(Effect::writes, address, bytes, address, pc);
    choices::stored();
}

void note_change() { note_activity(); }

void fence(MemoryOrder order, Scope scope) {
    if (!now.thread) return;
    if (scope == Scope::device) note_dependence();
    announce<&Watcher::fence>(*now.thread, order, scope);
    maybe_yield();
}

namespace {
/// Gives the declaration a number. (One that it has may be of another process: see halves.hpp.)
std::size_t number_of(SharedDeclaration& declaration) {
    static std::vector<const SharedDeclaration*> known;
    const auto number = static_cast<std::size_t>(declaration.index);
    if (number < known.size() && known[number] == &declaration) return number;
    known.push_back(&declaration);
    return static_cast<std::size_t>(declaration.index = static_cast<int>(known.size()) - 1);
}
} // namespace

void* shared_storage(SharedDeclaration& declaration, std::size_t bytes, std::size_t alignment) {
    if (!now.thread) {
        report_crash(
            {.kind = FindingKind::host_crash,
             .at = current_source_line(),
             .other = {declaration.file, declaration.line},
             .variable = declaration.name,
             .message = std::string("host code uses the __shared__ variable ") + declaration.name,
             .hint = "shared memory belongs to a block, and only its kernel can reach it"});
        platform::leave(3);
    }
    Block& block = *now.thread->warp->block;
    const std::size_t index = number_of(declaration);
    if (index < block.shared_table.size() && block.shared_table[index])
        return block.shared_table[index];

    const std::size_t needed = (block.shared_used + alignment - 1) / alignment * alignment + bytes;
    const std::size_t limit = device_shape().shared_per_block + block.dynamic_bytes;
    if (needed > std::min(limit, device_shape().shared_per_block_optin))
        stop_too_much_shared(declaration, needed);
    block.shared_used = needed;
    launch_totals.most_shared_bytes = std::max(launch_totals.most_shared_bytes, needed);

    // Gaps between the variables make an index that leaves one of them show. They leave every variable
    // in the banks that it would have on a GPU.
    constexpr std::size_t all_banks = 128, least_gap = 512, largest_gap = 16 * 1024;
    const std::size_t period = std::max(all_banks, alignment);
    const std::size_t begin =
        block.shared_end + (needed - bytes + period - block.shared_end % period) % period;
    block.shared_end = begin + bytes + std::clamp(bytes, least_gap, largest_gap);
    void* storage = reinterpret_cast<void*>(block.shared_begin + begin);
    std::memset(storage, memory::poison, bytes);
    if (block.shared_table.size() <= index) block.shared_table.resize(index + 1);
    block.shared_table[index] = storage;
    block.shared_variables.push_back({&declaration, block.shared_begin + begin, bytes});
    return storage;
}

void* dynamic_shared_storage(SharedDeclaration& declaration) {
    Block& block = *now.thread->warp->block;
    const std::uintptr_t begin = block.shared_begin + shared_arena_lead;
    if (block.shared_variables.empty() || block.shared_variables.front().begin != begin)
        block.shared_variables.insert(block.shared_variables.begin(),
                                      {&declaration, begin, block.dynamic_bytes});
    return reinterpret_cast<void*>(begin);
}

// --- warp collectives --------------------------------------------------------------------------------

namespace {

/// The lane whose value a shuffle gives to `lane`, as the CUDA C++ Programming Guide defines it.
unsigned shuffle_source(const Rendezvous& r, unsigned lane) {
    const unsigned p = r.parameters[lane], width = r.width;
    const unsigned first = lane & ~(width - 1); // of this lane's segment
    switch (r.operation) {
    case Collective::shuffle:
        return first + (p & (width - 1));
    case Collective::shuffle_up:
        return p <= lane - first ? lane - p : lane;
    case Collective::shuffle_down:
        return lane - first + p < width ? lane + p : lane;
    default: {
        const unsigned other = lane ^ p; // may reach into earlier segments, not into later ones
        return other < first + width ? other : lane;
    }
    }
}

std::uint64_t reduce(const Rendezvous& r, LaneMask lanes) {
    std::uint32_t total = 0;
    bool first = true;
    for (unsigned l = 0; l < 32; ++l) {
        if (!(lanes >> l & 1)) continue;
        const auto v = static_cast<std::uint32_t>(r.values[l]);
        const auto a = static_cast<std::int32_t>(total), b = static_cast<std::int32_t>(v);
        if (std::exchange(first, false))
            total = v;
        else
            switch (r.operation) {
            case Collective::reduce_add:
                total += v;
                break;
            case Collective::reduce_min_signed:
                total = static_cast<std::uint32_t>(std::min(a, b));
                break;
            case Collective::reduce_max_signed:
                total = static_cast<std::uint32_t>(std::max(a, b));
                break;
            case Collective::reduce_min_unsigned:
                total = std::min(total, v);
                break;
            case Collective::reduce_max_unsigned:
                total = std::max(total, v);
                break;
            case Collective::reduce_and:
                total &= v;
                break;
            case Collective::reduce_or:
                total |= v;
                break;
            default:
                total ^= v;
                break;
            }
    }
    return total;
}

bool is_shuffle(Collective operation) {
    return operation >= Collective::shuffle && operation <= Collective::shuffle_xor;
}

/// What a shuffle gives: a lane that does not take part has no value, so that CUDA leaves it undefined.
std::uint64_t shuffled(const Rendezvous& r, unsigned source) {
    return r.arrived >> source & 1 ? r.values[source] : 0xA5A5A5A5A5A5A5A5u;
}

/// What is the same for all lanes that take part.
struct OfAllLanes {
    LaneMask ballot = 0;
    bool are_equal = true;
    std::uint64_t reduced = 0;
};

OfAllLanes combine(const Rendezvous& r) {
    OfAllLanes all;
    if (r.operation >= Collective::reduce_add) all.reduced = reduce(r, r.arrived);
    const auto some = static_cast<unsigned>(std::countr_zero(r.arrived));
    for (unsigned l = 0; l < 32; ++l) {
        if (!(r.arrived >> l & 1)) continue;
        all.ballot |= LaneMask{r.values[l] != 0} << l;
        all.are_equal &= r.values[l] == r.values[some];
    }
    return all;
}

/// What any other operation gives to a lane.
std::uint64_t result_of(const Rendezvous& r, const OfAllLanes& all, unsigned lane) {
    switch (r.operation) {
    case Collective::sync:
        return 0;
    case Collective::ballot:
        return all.ballot;
    case Collective::match_all:
        return all.are_equal ? r.arrived : 0;
    case Collective::match_any: {
        LaneMask same = 0;
        for (unsigned k = 0; k < 32; ++k)
            if (r.arrived >> k & 1) same |= LaneMask{r.values[k] == r.values[lane]} << k;
        return same;
    }
    default:
        return all.reduced;
    }
}

/// Gives every lane its result and lets all of them go on.
void complete(Warp& warp, Rendezvous& r) {
    const LaneMask lanes = r.arrived;
    announce<&Watcher::collective_begins>(warp, r);
    const bool shuffles = is_shuffle(r.operation);
    const OfAllLanes of_all = shuffles ? OfAllLanes{} : combine(r);
    for (unsigned l = 0; l < 32; ++l) {
        if (!(lanes >> l & 1)) continue;
        Thread& thread = warp.threads[l];
        const unsigned source = shuffles ? shuffle_source(r, l) : 0;
        if (shuffles && !(lanes >> source & 1))
            announce<&Watcher::shuffle_from_outside>(thread, source);
        thread.result = shuffles ? shuffled(r, source) : result_of(r, of_all, l);
        announce<&Watcher::lane_receives>(thread, r.operation, shuffles ? static_cast<int>(source) : -1,
                                          thread.result);
    }
    announce<&Watcher::collective_ends>(warp);
    r.arrived = 0;
    scheduler->note_switches(std::popcount(lanes));
    warp.in_collective &= ~lanes;
    warp.ready |= lanes;
    ++now.progress;
}

Rendezvous& meeting_point(Warp& warp, Collective operation, LaneMask mask, unsigned width) {
    Rendezvous* free = nullptr;
    for (Rendezvous& r : warp.rendezvous) {
        if (r.arrived == 0)
            free = &r;
        else if (r.mask == mask && r.operation == operation && r.width == width)
            return r;
    }
    if (!free) free = &warp.rendezvous.emplace_back();
    free->operation = operation;
    free->mask = mask;
    free->width = width;
    return *free;
}

} // namespace

void Scheduler::complete_rendezvous_without(Warp& warp) {
    for (Rendezvous& r : warp.rendezvous)
        if (r.arrived != 0 && r.arrived == (r.mask & ~warp.exited)) complete(warp, r);
}

namespace {
/// The lanes that have only been preempted on the way; one that spins may wait for those that are there.
LaneMask lanes_on_the_way(const Warp& warp) {
    LaneMask lanes = 0;
    for (const Thread& thread : warp.threads)
        if ((warp.yielded & thread.bit()) && !warp.last_load[thread.lane].spins) lanes |= thread.bit();
    return lanes;
}
} // namespace

bool Scheduler::release_active_mask(Warp& warp) {
    if (warp.at_active_mask == 0) return false;
    if (const LaneMask late = choices::on ? 0 : lanes_on_the_way(warp)) {
        warp.yielded &= ~late;
        warp.ready |= late;
        return true;
    }
    const void* site =
        warp.threads[static_cast<unsigned>(std::countr_zero(warp.at_active_mask))].waits_at;
    LaneMask together = 0;
    for (const Thread& thread : warp.threads)
        if ((warp.at_active_mask & thread.bit()) && thread.waits_at == site) together |= thread.bit();
    for (Thread& thread : warp.threads)
        if (together & thread.bit()) thread.result = together;
    warp.at_active_mask &= ~together;
    warp.ready |= together;
    return true;
}

std::uint64_t warp_collective(Collective operation, unsigned mask, std::uint64_t value,
                              unsigned parameter, unsigned width) {
    Thread& thread = *now.thread;
    Warp& warp = *thread.warp;
    thread.waits_at = __builtin_return_address(0);
    warp.waits_in[thread.lane] = static_cast<const Frame*>(__builtin_frame_address(0))->caller;
    if (!(mask & thread.bit())) stop_unnamed_lane(thread, mask);
    if (!std::has_single_bit(width) || width > 32) stop_odd_width(thread, width);

    announce<&Watcher::collective_comes>(thread, operation, value);
    Rendezvous& r = meeting_point(warp, operation, mask, width);
    r.values[thread.lane] = value;
    r.parameters[thread.lane] = parameter;
    r.arrived |= thread.bit();
    if (r.arrived == (mask & ~warp.exited)) {
        complete(warp, r);
        return thread.result;
    }
    warp.ready &= ~thread.bit();
    warp.in_collective |= thread.bit();
    return Scheduler::leave();
}

unsigned active_mask() {
    Thread& thread = *now.thread;
    thread.waits_at = __builtin_return_address(0);
    thread.warp->ready &= ~thread.bit();
    thread.warp->at_active_mask |= thread.bit();
    return static_cast<unsigned>(Scheduler::leave());
}

void set_order(std::uint64_t order) { schedule.seed(order); }

void set_order(std::string_view strategy, std::uint64_t order) {
    const auto named = std::ranges::find(strategy_names, strategy) - strategy_names.begin();
    schedule = Schedule(static_cast<Strategy>(named), order);
}

} // namespace scanlab::sim
