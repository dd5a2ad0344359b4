/// \file
/// Runs one grid: which block, warp and thread goes on, and where they wait for each other.
#pragma once

#include "machine/base/errors.hpp"
#include "machine/base/events.hpp"
#include "machine/threads/device_shape.hpp"
#include "machine/threads/fault.hpp"
#include "machine/threads/livelock.hpp"
#include "machine/threads/private_state.hpp"
#include "machine/threads/schedule.hpp"
#include "machine/threads/scheduler.hpp"
#include "machine/threads/stacks.hpp"
#include "machine/threads/time_limit.hpp"
#include "platform/platform.hpp"

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace scanlab::sim {

/// Changes a built-in variable, which is a constant to everybody else.
template <class T>
void set_builtin(const T& builtin, const T& value) {
    const_cast<T&>(builtin) = value;
}

/// Several may be under way.
class Scheduler {
public:
    /// Of the grid that runs, or has run last.
    static inline Scheduler* current = nullptr;

    /// `others_are_under_way` says whether other work of the host's is.
    explicit Scheduler(bool (*others_are_under_way)()) : others_are_under_way_(others_are_under_way) {}

    /// Nothing has been run yet.
    void begin(const Launch& launch, int device, int resident, void (*body)(void*),
               std::span<std::byte> context);

    bool is_under_way() const { return is_under_way_; }
    int device() const { return device_; }
    /// Whether all threads wait, or spin on values that do not change.
    bool stands_still() const { return stands_still_; }

    /// Runs the grid, in so many turns of blocks at most, in so many places. False: it has ended.
    bool go_on(std::uint64_t turns, int places);
    /// Nobody is left whom it could wait for.
    void give_up_waiting();
    /// Its context is lost.
    void drop();

    std::size_t threads_in_places() const {
        return is_under_way_ ? active_.size() * threads_per_block() : 0;
    }
    static constexpr std::uint64_t all_turns = ~std::uint64_t{0};

    [[noreturn]] void abandon();

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
        const auto* soon =
            static_cast<const char*>(warp_->threads[(lane + (backwards_ ? 30 : 2)) % 32].context);
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

    void arrive_at_grid_barrier(Thread& thread);

    /// The running block does something that others can notice.
    void note_dependence();
    void note_switches(int threads) { switches_ += static_cast<unsigned>(threads); }

    void reserve_stacks(std::size_t threads) { stacks_->reserve(threads); }

    std::span<const std::byte> context() const { return context_; }
    const Launch& launch() const { return *launch_; }
    std::uint32_t blocks_started() const { return static_cast<std::uint32_t>(started_); }
    /// Whether some blocks have to wait until others have ended.
    bool has_more_blocks_than_places() const { return has_more_blocks_than_places_; }

private:
    // grid_scheduler.cpp
    static void thread_main();
    void prepare(const Launch& launch, int resident, void (*body)(void*), std::span<std::byte> context);
    /// What runs from now on belongs to this grid.
    void enter();
    /// The first few blocks show whether it pays to divide the others among two processes.
    void run_by_schedule(int places);
    /// Runs all blocks in so many places. In a trial, runs only those that start at first, unless they
    /// turn out to depend on others: then all blocks run, in all places.
    void run_blocks(BlockOrder& order, int places, int all_places);
    void start_in_free_places(BlockOrder& order, int places);
    /// Runs the block until all its threads are done or none has anything to do but wait for other
    /// blocks.
    void run_turn(Block& block);
    void run_warp(Warp& warp);
    /// Whether all threads of all resident blocks have long been spinning on values that do not change,
    /// or wait for those that do, and would for ever.
    bool nothing_happens_any_more(const Block& ran);
    static constexpr std::uint64_t patience = 500; // turns of everybody
    bool nothing_has_happened_for(std::uint64_t turns);
    /// These will never go on.
    template <auto EVENT>
    void give_up(auto&&... stuck) {
        now.thread = nullptr;
        note_where_threads_wait();
        announce<EVENT>(stuck...);
        fail_launch(cudaErrorLaunchTimeout);
        abandoned_ = true;
    }
    void give_up_grid();
    static void exit(Thread& thread);
    /// Lets a thread that has not begun take the stack of one that has returned, which is still in the
    /// cache, and leave it its own. Kernels without barriers get along with one stack a warp.
    static bool begin_on_stack_of(Thread& returned, unsigned lane);
    void end();

    // chosen_order.cpp
    /// Everything goes on as far as it can without being chosen; then one thread is.
    void run_by_choices(int resident);
    /// Runs all threads up to where they wait to be chosen, or for others.
    void settle();
    void start_a_waiting_block(Block& block);
    /// The process was chosen.
    void go_on_with_process(std::uint64_t process);

    // resident_blocks.cpp
    Block& in_place(std::size_t slot);
    /// What stays the same for all blocks that will run here one after the other.
    std::unique_ptr<Block> make_block(std::size_t slot);
    /// Gives a block that begins the stacks of one none of whose threads stands on them; new ones if
    /// there is none. Blocks that run one after the other get along with one block's stacks, which stay
    /// in the cache.
    void give_stacks(Block& block);
    /// Where the shared memory of the block in this place lies.
    std::uintptr_t shared_arena(std::size_t slot);
    void start(Block& block, unsigned long long number);
    void forget_blocks();

    // barriers.cpp
    /// Where threads wait at barriers that nobody has noticed, their stacks tell.
    void note_where_threads_wait();
    bool open_barrier_if_all_arrived(Block& block);
    bool open_grid_barrier_if_all_arrived();
    /// A GPU's grid barrier counts blocks, and it is thread 0 that counts its own: with one of these
    /// gone it never opens.
    bool grid_barrier_stays_closed() const;

    // collectives.cpp
    /// `__activemask()`: when a warp would stand still, the lanes that wait at one call site are
    /// together.
    static bool release_active_mask(Warp& warp);
    static void complete_rendezvous_without(Warp& warp);

    const LaunchConfig& config() const { return *launch_->config; }
    unsigned threads_per_block() const { return static_cast<unsigned>(volume(shape_)); }
    std::uint64_t threads_per_grid() const { return volume(config().grid) * threads_per_block(); }

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

    bool (*others_are_under_way_)();
    std::unique_ptr<StackPool> stacks_ = std::make_unique<StackPool>();
    std::size_t stacks_in_use_ = 0;
    std::vector<std::uintptr_t> arenas_;
    std::vector<std::unique_ptr<Block>> blocks_;
    std::vector<Block*> active_;
    std::vector<std::uint64_t> waiting_blocks_; ///< that have not started, where choices are made
    dim3 shape_{0};                             ///< of the blocks
    const Launch* launch_ = nullptr;
    int device_ = 0;
    std::optional<BlockOrder> order_;
    std::uint64_t turns_left_ = 0;
    bool is_under_way_ = false, stands_still_ = false;
    unsigned long long started_ = 0; ///< blocks
    bool has_more_blocks_than_places_ = false;
    std::uint64_t happened_at_last_turn_ = 0, idle_turns_ = 0;
    Standstill standstill_;
    Livelock livelock_;
    bool goes_round_ = false; ///< though something happens

    void (*body_)(void*) = nullptr;
    std::span<std::byte> context_;
    bool abandoned_ = false;
    int at_grid_barrier_ = 0;
    int most_barriers_ = 0;
    bool depends_ = false; ///< some block on others, or it is not to be found out
    bool is_trial_ = false;
    unsigned long long switches_ = 0; ///< from thread to thread, at barriers and in warps

    // Of the grid that runs: where threads switch it should cost nothing that there may be several.
    static inline Fiber scheduler_;
    static inline Warp* warp_ = nullptr; ///< that runs
    static inline LaneMask bit_ = 0;     ///< of the lane that runs
    static inline bool backwards_ = false;
    static inline bool has_unnoticed_barriers_ = false;
};

} // namespace scanlab::sim
