// Two accesses are ordered if CUDA promises it, and only then: whatever order this run took.
#include "catch.hpp"

#include "machine/threads/scheduler.hpp"
#include "machine/work/streams.hpp"
#include "watch/races/happens_before.hpp"

#include <memory>
#include <vector>

using namespace scanlab::sim;

namespace {

/// A launch that begins when the host knows that all others have ended.
Work only_launch() {
    Work work;
    work.kind = Work::Kind::launch;
    work.is_alone = true;
    return work;
}

/// The blocks of a launch that has begun: each of two warps.
class Grid {
public:
    explicit Grid(std::uint32_t blocks, const Work& work = only_launch()) {
        order::begin_work(work, blocks);
        for (std::uint32_t b = 0; b < blocks; ++b) {
            blocks_.push_back(std::make_unique<Block>());
            Block& block = *blocks_.back();
            block.number = block.started = b;
            block.warps.resize(2);
            for (unsigned w = 0; w < 2; ++w) make(block.warps[w], block, w);
            order::begin_block(block);
        }
    }
    Block& block(std::size_t b) { return *blocks_[b]; }
    Thread& thread(std::size_t b, std::size_t warp, std::size_t lane) { return blocks_[b]->warps[warp].threads[lane]; }

private:
    static void make(Warp& warp, Block& block, unsigned number) {
        warp.block = &block;
        warp.first_thread = 32 * number;
        warp.existing = ~LaneMask{0};
        for (unsigned l = 0; l < 32; ++l) {
            warp.threads[l].warp = &warp;
            warp.threads[l].lane = l;
        }
    }
    std::vector<std::unique_ptr<Block>> blocks_;
};

/// Something that a thread did when it was made.
struct Action {
    Epoch epoch;
    LaneMask lanes;
    explicit Action(const Thread& thread) : epoch(thread.warp->watched.epoch[thread.lane]), lanes(thread.bit()) {}
    bool is_before(const Thread& thread) const { return order::ordered(epoch, lanes, thread); }
    bool is_before_by_acquires(const Thread& thread) const { return order::ordered_by_acquires(epoch, lanes, thread); }
    bool would_be_before(const Thread& thread) const { return order::would_be_ordered_by_fence(epoch, lanes, thread); }
};

constexpr std::uintptr_t flag = 0x1000;

} // namespace

TEST_CASE("nothing orders threads that have not synchronised, but each is ordered with itself") {
    Grid grid(1);
    const Action action(grid.thread(0, 0, 0));
    CHECK(action.is_before(grid.thread(0, 0, 0)));
    CHECK_FALSE(action.is_before(grid.thread(0, 0, 1)));
    CHECK_FALSE(action.is_before(grid.thread(0, 1, 0)));
}

TEST_CASE("a block barrier orders the block's threads, and no others") {
    Grid grid(2);
    const Action action(grid.thread(0, 0, 0));
    order::block_barrier(grid.block(0));
    order::block_barrier(grid.block(1));
    CHECK(action.is_before(grid.thread(0, 1, 5)));
    CHECK_FALSE(action.is_before(grid.thread(1, 0, 0)));
    const Action later(grid.thread(0, 0, 0));
    CHECK_FALSE(later.is_before(grid.thread(0, 1, 5)));
}

TEST_CASE("a grid barrier and a new launch order everything before them") {
    Grid grid(2);
    const Action action(grid.thread(0, 0, 0));
    order::grid_barrier();
    for (const std::size_t b : {0, 1}) order::block_barrier(grid.block(b));
    CHECK(action.is_before(grid.thread(1, 0, 0)));
    const Action later(grid.thread(1, 1, 1));
    Grid next(2);
    CHECK(later.is_before(next.thread(0, 0, 0)));
}

TEST_CASE("__syncwarp() orders the lanes that take part, and no others") {
    Grid grid(1);
    const Action action(grid.thread(0, 0, 0)), of_another(grid.thread(0, 0, 4));
    order::warp_sync(grid.block(0).warps[0], 0b0011);
    CHECK(action.is_before(grid.thread(0, 0, 1)));
    CHECK_FALSE(action.is_before(grid.thread(0, 0, 2)));
    CHECK_FALSE(of_another.is_before(grid.thread(0, 0, 1)));
    CHECK_FALSE(action.is_before(grid.thread(0, 1, 0)));
    order::warp_sync(grid.block(0).warps[0], ~LaneMask{0});
    CHECK(action.is_before(grid.thread(0, 0, 2)));
}

TEST_CASE("a release that is acquired orders what came before it, and nothing later") {
    Grid grid(2);
    Thread &writer = grid.thread(0, 0, 3), &reader = grid.thread(1, 1, 7);
    const Action before(writer);
    order::strong_write(writer, flag, MemoryOrder::release, Scope::device, false);
    const Action after(writer);
    CHECK_FALSE(before.is_before(reader));
    order::strong_read(reader, flag, MemoryOrder::acquire, Scope::device);
    CHECK(before.is_before(reader));
    CHECK_FALSE(after.is_before(reader));
    CHECK_FALSE(before.is_before(grid.thread(1, 1, 8)));
    order::block_barrier(grid.block(1));
    CHECK(before.is_before(grid.thread(1, 1, 8)));
}

TEST_CASE("a relaxed read needs a fence after it, and a relaxed write one before it") {
    Grid grid(2);
    Thread &writer = grid.thread(0, 0, 0), &reader = grid.thread(1, 0, 0);
    const Action action(writer);
    order::strong_write(writer, flag, MemoryOrder::relaxed, Scope::device, false);
    order::strong_read(reader, flag, MemoryOrder::acquire, Scope::device);
    CHECK_FALSE(action.is_before(reader));
    order::fence(writer, MemoryOrder::seq_cst, Scope::device);
    order::strong_write(writer, flag, MemoryOrder::relaxed, Scope::device, false);
    order::strong_read(reader, flag, MemoryOrder::relaxed, Scope::device);
    CHECK_FALSE(action.is_before(reader));
    CHECK(action.would_be_before(reader));
    order::fence(reader, MemoryOrder::seq_cst, Scope::device);
    CHECK(action.is_before(reader));
}

TEST_CASE("what is released for the block does not reach other blocks") {
    Grid grid(2);
    Thread& writer = grid.thread(0, 0, 0);
    const Action action(writer);
    order::strong_write(writer, flag, MemoryOrder::release, Scope::block, false);
    for (Thread* reader : {&grid.thread(0, 1, 0), &grid.thread(1, 0, 0)})
        order::strong_read(*reader, flag, MemoryOrder::acquire, Scope::device);
    CHECK(action.is_before(grid.thread(0, 1, 0)));
    CHECK_FALSE(action.is_before(grid.thread(1, 0, 0)));
}

TEST_CASE("an atomic update passes on what others have released, a store does not") {
    for (const bool modifies : {true, false}) {
        Grid grid(3);
        Thread &first = grid.thread(0, 0, 0), &second = grid.thread(1, 0, 0), &last = grid.thread(2, 0, 0);
        const Action action(first);
        order::strong_write(first, flag, MemoryOrder::release, Scope::device, false);
        order::strong_write(second, flag, MemoryOrder::relaxed, Scope::device, modifies);
        order::strong_read(last, flag, MemoryOrder::acquire, Scope::device);
        CHECK(action.is_before(last) == modifies);
    }
}

TEST_CASE("those who pass an mbarrier know what those knew who arrived at it") {
    Grid grid(1);
    const Action action(grid.thread(0, 0, 0)), absent(grid.thread(0, 0, 9));
    order::Knowledge* known = order::gather(nullptr, grid.thread(0, 0, 0));
    known = order::gather(known, grid.thread(0, 1, 0));
    order::acquire(grid.thread(0, 1, 31), known);
    CHECK(action.is_before(grid.thread(0, 1, 31)));
    CHECK_FALSE(absent.is_before(grid.thread(0, 1, 31)));
}

TEST_CASE("no barrier orders what a bulk copy does, only waiting for it") {
    Grid grid(1);
    const Epoch copy = order::begin_copy(grid.thread(0, 0, 0));
    order::block_barrier(grid.block(0));
    CHECK_FALSE(order::ordered(copy, 1, grid.thread(0, 0, 0)));
    order::acquire(grid.thread(0, 0, 0), order::end_of_copy(copy));
    CHECK(order::ordered(copy, 1, grid.thread(0, 0, 0)));
    CHECK_FALSE(order::ordered(copy, 1, grid.thread(0, 0, 1)));
}

TEST_CASE("bulk copies see what was written before the last fence for them") {
    Grid grid(1);
    Thread& thread = grid.thread(0, 0, 0);
    const Action action(thread);
    CHECK_FALSE(order::fenced_for_copies(action.epoch, action.lanes, thread));
    order::fence_for_copies(thread);
    CHECK(order::fenced_for_copies(action.epoch, action.lanes, thread));
    const Action later(thread);
    CHECK_FALSE(order::fenced_for_copies(later.epoch, later.lanes, thread));
}

TEST_CASE("what a block has released for itself survives another block's update, but not its store") {
    for (const bool modifies : {true, false}) {
        Grid grid(2);
        Thread &writer = grid.thread(0, 0, 0), &other = grid.thread(1, 0, 0), &reader = grid.thread(0, 1, 0);
        const Action action(writer);
        order::fence(writer, MemoryOrder::seq_cst, Scope::block);
        order::strong_write(writer, flag, MemoryOrder::relaxed, Scope::device, true);
        order::strong_write(other, flag, MemoryOrder::relaxed, Scope::device, modifies);
        order::strong_read(reader, flag, MemoryOrder::acquire, Scope::device);
        CHECK(action.is_before(reader) == modifies);
    }
}

TEST_CASE("an update of block scope by another block ends what can be acquired") {
    Grid grid(3);
    Thread &writer = grid.thread(0, 0, 0), &other = grid.thread(1, 0, 0), &reader = grid.thread(2, 0, 0);
    const Action action(writer);
    order::strong_write(writer, flag, MemoryOrder::release, Scope::device, true);
    order::strong_write(other, flag, MemoryOrder::relaxed, Scope::block, true);
    order::strong_read(reader, flag, MemoryOrder::acquire, Scope::device);
    CHECK_FALSE(action.is_before(reader));
}

TEST_CASE("what only too narrow a scope keeps from a thread would be ordered by a wider one") {
    Grid grid(2);
    Thread &writer = grid.thread(0, 0, 0), &reader = grid.thread(1, 0, 0);
    const auto would_be_ordered = [&](const Action& action) {
        return order::would_be_ordered_by_wider_scope(action.epoch, action.lanes, reader);
    };
    const Action action(writer);
    CHECK_FALSE(would_be_ordered(action));
    order::fence(writer, MemoryOrder::seq_cst, Scope::block);
    order::strong_write(writer, flag, MemoryOrder::relaxed, Scope::device, false);
    order::strong_read(reader, flag, MemoryOrder::relaxed, Scope::device);
    CHECK_FALSE(would_be_ordered(action)); // not acquired at all
    order::fence(reader, MemoryOrder::seq_cst, Scope::device);
    CHECK_FALSE(action.is_before(reader));
    CHECK(would_be_ordered(action));
    const Action later(writer);
    CHECK_FALSE(would_be_ordered(later));
}

TEST_CASE("atomics and fences of thread scope order nothing") {
    Grid grid(1);
    Thread &writer = grid.thread(0, 0, 0), &reader = grid.thread(0, 0, 1);
    const Action action(writer);
    order::fence(writer, MemoryOrder::seq_cst, Scope::thread);
    order::strong_write(writer, flag, MemoryOrder::release, Scope::thread, false);
    order::strong_read(reader, flag, MemoryOrder::acquire, Scope::device);
    order::strong_write(writer, flag, MemoryOrder::release, Scope::device, false);
    order::strong_read(reader, flag, MemoryOrder::acquire, Scope::thread);
    CHECK_FALSE(action.is_before(reader));
}

TEST_CASE("a flag is the first strong write after a fence, or one that releases") {
    Grid grid(1);
    Thread& writer = grid.thread(0, 0, 0);
    constexpr std::uintptr_t other = flag + 4;
    order::fence(writer, MemoryOrder::seq_cst, Scope::device);
    order::strong_write(writer, flag, MemoryOrder::relaxed, Scope::device, false);
    CHECK(order::last_store(flag).releases);
    order::strong_write(writer, other, MemoryOrder::relaxed, Scope::device, false);
    CHECK_FALSE(order::last_store(other).releases);
    CHECK(order::last_store(other).number > order::last_store(flag).number);
    order::strong_write(writer, other, MemoryOrder::release, Scope::device, false);
    CHECK(order::last_store(other).releases);
    CHECK(order::last_store(other + 4).number == 0);
}

TEST_CASE("a thread has learned from another whose release it has acquired, and from no neighbour") {
    Grid grid(2);
    Thread &writer = grid.thread(0, 0, 3), &reader = grid.thread(1, 0, 0);
    const Action action(writer);
    CHECK_FALSE(order::has_learned_from(action.epoch, 3, reader));
    order::strong_write(writer, flag, MemoryOrder::release, Scope::device, false);
    order::strong_read(reader, flag, MemoryOrder::acquire, Scope::device);
    CHECK(order::has_learned_from(action.epoch, 3, reader));
    CHECK_FALSE(order::has_learned_from(action.epoch, 4, reader));
}

namespace {
/// The first or a later launch in a stream, which knows what else has ended.
Work launch_in(unsigned timeline, std::uint32_t number, Clock knows = {}, int device = 0) {
    Work work{Work::Kind::launch, device, timeline, number, knows, number == 1 && timeline == 1};
    work.knows.learn(timeline, number);
    return work;
}
} // namespace

TEST_CASE("launches are ordered by their streams, and by what they have waited for") {
    const Work first = launch_in(1, 1);
    Grid one(2, first);
    const Action action(one.thread(1, 1, 3));
    Grid beside(2, launch_in(2, 1));
    CHECK_FALSE(action.is_before(beside.thread(1, 1, 3)));
    const Action action_beside(beside.thread(0, 0, 0));
    Grid next(2, launch_in(1, 2, first.knows));
    CHECK(action.is_before(next.thread(0, 0, 0)));
    CHECK_FALSE(action_beside.is_before(next.thread(0, 0, 0)));
    Grid waits(1, launch_in(3, 1, first.knows));
    CHECK(action.is_before(waits.thread(0, 0, 0)));
    CHECK_FALSE(action_beside.is_before(waits.thread(0, 0, 0)));
}

TEST_CASE("a grid barrier orders its own grid, also if others go on beside it") {
    const Work first = launch_in(1, 1), second = launch_in(2, 1);
    Grid one(2, first), other(2, second);
    const Action own(one.thread(0, 0, 0)), of_other(other.thread(0, 0, 0));
    order::resume_work(first);
    order::grid_barrier();
    for (std::size_t b : {0u, 1u}) order::block_barrier(one.block(b));
    CHECK(own.is_before(one.thread(1, 0, 0)));
    CHECK_FALSE(of_other.is_before(one.thread(1, 0, 0)));
    order::resume_work(second);
    CHECK_FALSE(own.is_before(other.thread(1, 0, 0)));
    CHECK_FALSE(of_other.is_before(other.thread(1, 0, 0)));
}

TEST_CASE("what a launch releases tells of what came before it in its stream, too") {
    const Work first = launch_in(1, 1), second = launch_in(1, 2, first.knows);
    Grid one(1, first);
    const Action early(one.thread(0, 0, 0));
    Grid two(1, second);
    order::strong_write(two.thread(0, 0, 0), flag, MemoryOrder::release, Scope::device, false);
    Grid beside(1, launch_in(2, 1));
    CHECK_FALSE(early.is_before(beside.thread(0, 0, 0)));
    order::strong_read(beside.thread(0, 0, 0), flag, MemoryOrder::acquire, Scope::device);
    CHECK(early.is_before(beside.thread(0, 0, 0)));
}

TEST_CASE("what one device releases another one acquires only with system scope on both sides") {
    for (const bool released : {true, false})
        for (const bool fenced : {true, false})
            for (const bool acquired : {true, false}) {
                Grid one(1, launch_in(1, 1)), other(1, launch_in(2, 1, {}, 1));
                Thread &writer = one.thread(0, 0, 0), &reader = other.thread(0, 0, 0);
                const auto wide = [](bool is_wide) { return is_wide ? Scope::system : Scope::device; };
                const Action action(writer);
                CHECK_FALSE(order::on_one_device(action.epoch, reader));
                order::fence(writer, MemoryOrder::seq_cst, wide(fenced));
                order::strong_write(writer, flag, MemoryOrder::relaxed, wide(released), false);
                order::strong_read(reader, flag, MemoryOrder::acquire, wide(acquired));
                const bool all_wide = fenced && released && acquired;
                CHECK(action.is_before(reader) == all_wide);
                CHECK(order::would_be_ordered_by_wider_scope(action.epoch, LaneMask{1}, reader) == !all_wide);
            }
}

TEST_CASE("what is released for a device passes another device on its way back") {
    Grid first(1, launch_in(1, 1)), far(1, launch_in(2, 1, {}, 1)), last(1, launch_in(3, 1));
    Thread &writer = first.thread(0, 0, 0), &reader = last.thread(0, 0, 0), &far_reader = far.thread(0, 0, 1);
    const Action action(writer);
    order::fence(writer, MemoryOrder::seq_cst, Scope::device);
    order::strong_write(writer, flag, MemoryOrder::relaxed, Scope::system, false);
    order::strong_write(far.thread(0, 0, 0), flag, MemoryOrder::relaxed, Scope::system, true);
    order::strong_read(far_reader, flag, MemoryOrder::acquire, Scope::system);
    order::strong_read(reader, flag, MemoryOrder::acquire, Scope::system);
    CHECK(action.is_before(reader));
    CHECK_FALSE(action.is_before(far_reader));
}

TEST_CASE("what CUDA's own update reads counts as acquired, and by PTX's letter only after a fence, also for others") {
    constexpr std::uintptr_t other = flag + 4;
    Grid grid(3);
    Thread &writer = grid.thread(0, 0, 0), &last = grid.thread(1, 0, 0), &next = grid.thread(2, 0, 0);
    const Action action(writer);
    order::fence(writer, MemoryOrder::seq_cst, Scope::device);
    order::strong_write(writer, flag, MemoryOrder::legacy, Scope::device, true);
    order::strong_read(last, flag, MemoryOrder::legacy, Scope::device);
    order::strong_write(last, other, MemoryOrder::release, Scope::device, false);
    order::strong_read(next, other, MemoryOrder::acquire, Scope::device);
    for (const Thread* thread : {&last, &next}) {
        CHECK(action.is_before(*thread));
        CHECK_FALSE(action.is_before_by_acquires(*thread));
    }
    order::fence(last, MemoryOrder::seq_cst, Scope::block);
    CHECK_FALSE(action.is_before_by_acquires(last));
    order::fence(last, MemoryOrder::seq_cst, Scope::device);
    CHECK(action.is_before_by_acquires(last));
}

namespace {
/// Of a kernel's own, in the same stream.
Work child_of(Thread& thread, bool is_tail) {
    Work work = only_launch();
    order::launch_child(thread, is_tail, work.launched);
    return work;
}
} // namespace

TEST_CASE("a grid that a kernel launches knows what the launching thread knew, and at the tail what all its grid has done") {
    Grid parent(1);
    Thread &launching = parent.thread(0, 0, 0), &other = parent.thread(0, 1, 0);
    const Action early(other);
    order::block_barrier(parent.block(0));
    const Action own(launching), late(other);
    const Work child = child_of(launching, false), tail = child_of(launching, true);
    const Action after_launch(launching);

    Grid below(1, child);
    Thread& reader = below.thread(0, 1, 3);
    CHECK(early.is_before(reader));
    CHECK(own.is_before(reader));
    CHECK_FALSE(late.is_before(reader));
    CHECK_FALSE(after_launch.is_before(reader));
    const Action of_child(reader);
    const Work tail_of_child = child_of(below.thread(0, 0, 0), true);

    Grid at_its_tail(1, tail_of_child);
    CHECK(of_child.is_before(at_its_tail.thread(0, 0, 0)));
    CHECK(own.is_before(at_its_tail.thread(0, 0, 0)));
    CHECK_FALSE(late.is_before(at_its_tail.thread(0, 0, 0)));

    Grid last(1, tail);
    for (const Action& action : {early, own, late, after_launch, of_child}) CHECK(action.is_before(last.thread(0, 0, 0)));
}
