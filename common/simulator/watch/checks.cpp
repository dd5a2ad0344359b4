// What a checked program is watched by: hands the machine's events on to those who look for mistakes.
#include "findings/findings.hpp"
#include "machine/base/errors.hpp"
#include "machine/base/events.hpp"
#include "machine/memory/memory.hpp"
#include "machine/memory/memory_checks.hpp"
#include "machine/memory/registry.hpp"
#include "machine/threads/async_copies.hpp"
#include "machine/threads/bulk_copies.hpp"
#include "machine/threads/device_shape.hpp"
#include "machine/threads/scheduler.hpp"
#include "machine/work/pending.hpp"
#include "machine/work/streams.hpp"
#include "watch/chosen_launches.hpp"
#include "watch/definedness/undefined_values.hpp"
#include "watch/observed.hpp"
#include "watch/observer.hpp"
#include "watch/races/happens_before.hpp"
#include "watch/races/host_accesses.hpp"
#include "watch/races/missing_order.hpp"
#include "watch/races/races.hpp"
#include "watch/races/shadow.hpp"
#include "watch/races/split_races.hpp"
#include "watch/synchronisation/sync_findings.hpp"
#include "watch/watchers.hpp"

#include <cstring>
#include <utility>

namespace scanlab::sim {

namespace {

void launch_begins(const Launch& launch) {
    kernel_is_unobserved = is_observed() && !chosen_launches::take(launch);
    looks_at_all = kernel_is_unobserved || undefined::is_some_deferred;
    activate(checks, is_observed() && !kernel_is_unobserved);
    forget_kernel_frame();
    if (!is_observed() || kernel_is_unobserved) return;
    order::begin_work(current_work(), volume(launch.config->grid));
    if (!pending::others()) begin_launch();
}

void launch_resumes() {
    activate(checks, !kernel_is_unobserved);
    if (!kernel_is_unobserved) order::resume_work(current_work());
}

void block_made(Block& block) {
    block.watched.words = shadow::shared_words(block.shared_begin, shared_arena_bytes);
}

/// What is only suspect may turn out to be right until the last one of those ends that go on together.
void launch_ends() {
    if (write_to_settle) settle_write();
    if (pending::others()) return;
    report_suspects();
    show_held_back();
}

// --- halves of a launch
// ---------------------------------------------------------------------------------

/// Whether the host, or work in another stream, may come to what the launch has touched before anybody
/// waits for it: the histories of a half are lost.
bool can_meet_others() { return launches_are_in_several_streams() || registry().has_memory_of_host(); }

bool halves_come() {
    if (write_to_settle) settle_write();
    if (can_meet_others()) return false;
    if (has_suspects()) return false; // what a copy finds out of them, only it would know
    split_races::prepare();
    return true;
}

void half_ends() {
    if (write_to_settle) settle_write();
    if (has_suspects()) platform::refuse_to_work_as_copy();
    split_races::note_half();
}

// --- barriers and warp collectives -------------------------------------------------------------------

void barrier_opens(Block& block) {
    check_barrier(block);
    order::block_barrier(block);
}

void grid_barrier_opens(const std::vector<Block*>& blocks) {
    for (const Block* block : blocks) check_grid_barrier(*block);
    order::grid_barrier();
    for (Block* block : blocks) order::block_barrier(*block);
}

void collective_begins(Warp& warp, const Rendezvous& r) {
    if (write_to_settle) settle_write();
    const LaneMask returned = r.mask & warp.existing & ~r.arrived;
    if (returned) report_returned_lanes(warp, returned, r.arrived);
    if (r.operation == Collective::sync) order::warp_sync(warp, r.arrived);
}

/// Storage of a thread's own, which a program may give it, is nobody else's.
void storage_used(const Thread& thread, const MemoryAccess& use) {
    const Block& block = *thread.warp->block;
    if (!block.has_shared(use.address)) return;
    if (write_to_settle) settle_write();
    observe_use_of_storage({thread, use.pc, use.address, use.bytes, use.is_write, use.strength, true,
                            block.watched.ordered_below});
}

// --- atomic accesses and fences ----------------------------------------------------------------------

/// Taking a lock orders what follows by a fence only. Of other updates of CUDA's own, what they read
/// counts as acquired: see MemoryOrder.
MemoryOrder order_of_read(const AtomicAccess& a) {
    const bool takes_lock = a.order == MemoryOrder::legacy && a.kind == AtomicKind::compare_exchange;
    return takes_lock ? MemoryOrder::relaxed : a.order;
}

void atomic(Thread& thread, const AtomicAccess& a, void*& place) {
    const auto address = reinterpret_cast<std::uintptr_t>(a.address);
    note_nature(a);
    if (a.kind == AtomicKind::compare_exchange) {
        excuse_read_before(thread, address, a.bytes);
        missing_order::note_flag(address);
    }
    place = observe_atomic(a.address, a.bytes, a.kind, a.scope, a.pc);
    if (a.kind == AtomicKind::store) return;
    order::strong_read(thread, address, order_of_read(a), a.scope);
    if (a.kind == AtomicKind::load) missing_order::note_read(thread, address);
}

void fence(Thread& thread, MemoryOrder order, Scope scope) {
    order::fence(thread, order, scope);
    missing_order::note_fence(thread);
}

/// Nobody can tell whether an update has been made that leaves the value as it was: so it publishes
/// nothing, unless it says so, but has only looked.
void atomic_stored(Thread& thread, const volatile void* address, MemoryOrder order, Scope scope,
                   Left left) {
    if (left == Left::same && !order::releases(order)) return;
    order::strong_write(thread, reinterpret_cast<std::uintptr_t>(address), order, scope,
                        left != Left::anew);
}

// --- barriers in shared memory -----------------------------------------------------------------------

constexpr std::size_t mbarrier_bytes = sizeof(std::uint64_t);

void mbarrier_initializes(const void* address, const void* pc) {
    observe_write(address, mbarrier_bytes, pc);
}

void mbarrier_initialized(const Thread& thread, Mbarrier& barrier, const void* pc) {
    barrier.watched.initialized_in = thread.warp->watched.epoch[thread.lane];
    barrier.watched.initialized_by = thread.lane;
    barrier.watched.initialized_at = pc;
}

void mbarrier_accessed(const void* address, AtomicKind kind, const void* pc) {
    observe_atomic(address, mbarrier_bytes, kind, Scope::block, pc);
}

void mbarrier_arrived(Thread& thread, Mbarrier& barrier) {
    barrier.watched.gathered = order::gather(barrier.watched.gathered, thread);
}

void mbarrier_phase_ends(const Block&, Mbarrier& barrier) {
    WatchedMbarrier& w = barrier.watched;
    w.of_last_phase = std::exchange(w.gathered, nullptr);
    w.unawaited_copy = std::exchange(w.copied_at, nullptr);
}

void mbarrier_passed(Thread& thread, Mbarrier& barrier) {
    barrier.watched.unawaited_copy = nullptr;
    order::acquire(thread, barrier.watched.of_last_phase);
}

// --- bulk copies -------------------------------------------------------------------------------------

void copy_starts(Thread& thread, BulkCopy& copy, const Mbarrier* barrier) {
    if (barrier) {
        const WatchedMbarrier& w = barrier->watched;
        check_fenced({thread, copy.pc, copy.mbarrier, mbarrier_bytes, false, Strength::plain, true,
                      order::all_ordered_below},
                     w.initialized_in, w.initialized_by, w.initialized_at);
    }
    if (copy.bytes == 0) return;
    copy.watched.reads = order::begin_copy(thread);
    copy.watched.writes = barrier ? copy.watched.reads : order::begin_copy(thread);
    copy.reads_nowhere = !observe_bulk_copy(copy.from, copy.bytes, false, copy.watched.reads, copy.pc);
    copy.writes_nowhere = !observe_bulk_copy(copy.to, copy.bytes, true, copy.watched.writes, copy.pc);
}

void copy_arrives(const Block& block, Mbarrier& barrier, const BulkCopy& copy) {
    WatchedMbarrier& w = barrier.watched;
    w.copied_at = copy.pc;
    w.gathered = order::gather(w.gathered, block, order::end_of_copy(copy.watched.writes));
}

void async_copy_starts(Thread& thread, AsyncCopy& copy) {
    copy.started_in = thread.warp->watched.epoch[thread.lane];
    copy.writes_in = order::begin_copy(thread, false);
    copy.writes_nowhere =
        !observe_copy(copy.to, copy.bytes, true, static_cast<Epoch>(copy.writes_in), copy.pc);
}

void learn_of_end(Thread& thread, bool& known, Epoch copy) {
    if (!std::exchange(known, true) && copy != 0) order::acquire(thread, order::end_of_copy(copy));
}

void copy_awaited(Thread& thread, BulkCopy& copy, bool only_reads) {
    WatchedCopy& w = copy.watched;
    learn_of_end(thread, w.reads_awaited, w.reads);
    if (!only_reads) learn_of_end(thread, w.writes_awaited, w.writes);
}

void copy_abandoned(const BulkCopy& copy) {
    if (copy.loads() || !copy.watched.reads_awaited)
        report_abandoned_copy(copy.pc, *copy.thread, copy.loads());
}

void copies_end(Block& block) {
    for (const auto& [address, barrier] : block.mbarriers)
        if (barrier.watched.unawaited_copy)
            report_abandoned_copy(barrier.watched.unawaited_copy, block.warps.front().threads.front(),
                                  true);
    forget_copies(block);
}

/// Buffers are often copied as a whole though a part of them was used: only if there is nothing in what
/// is copied, nobody can want it.
void host_gets(const void* from, std::size_t bytes) {
    if (!is_observed() || had_error() || !memory::find(from)) return;
    if (shadow::any_initialized(reinterpret_cast<std::uintptr_t>(from), bytes)) return;
    report_empty_copy(from, bytes);
    std::memset(const_cast<void*>(from), memory::poison,
                bytes); // it is told: not again where it is used
}

void block_starts(Block& block) {
    if (!block.watched.words) block_made(block); // by a launch that was not observed
    for (Warp& warp : block.warps)
        for (StackObjects& objects : warp.watched.objects) { // of threads that were stopped
            members_given -= objects.members.size();
            objects.members.clear();
            objects.clear();
        }
    order::begin_block(block);
}

void memory_reserved(const memory::Range& range, bool& suits_all) {
    if (!shadow::reserve(range)) suits_all = false;
}

} // namespace

constinit const Watcher checks{
    .launch_begins = launch_begins,
    .launch_resumes = launch_resumes,
    .launch_ends = launch_ends,
    .child_launched = order::launch_child,
    .halves_come = halves_come,
    .half_ends = half_ends,
    .halves_end = split_races::take_over,
    .block_made = block_made,
    .block_starts = block_starts,
    .barrier_opens = barrier_opens,
    .grid_barrier_opens = grid_barrier_opens,
    .collective_begins = collective_begins,
    .lane_receives = note_received,
    .shuffle_from_outside = report_shuffle_from_outside,
    .read_only_load = observe_read_only_load,
    .storage_used = storage_used,
    .atomic = atomic,
    .atomic_stored = atomic_stored,
    .fence = fence,
    .earlier_work_awaited = order::await_earlier_work,
    .wait_ended = check_awaited_block,
    .mbarrier_initializes = mbarrier_initializes,
    .mbarrier_initialized = mbarrier_initialized,
    .mbarrier_accessed = mbarrier_accessed,
    .mbarrier_arrived = mbarrier_arrived,
    .mbarrier_phase_ends = mbarrier_phase_ends,
    .mbarrier_passed = mbarrier_passed,
    .copy_starts = copy_starts,
    .copy_arrives = copy_arrives,
    .copy_awaited = copy_awaited,
    .copy_abandoned = copy_abandoned,
    .copies_end = copies_end,
    .copy_fence = order::fence_for_copies,
    .async_copy_starts = async_copy_starts,
    .async_copy_known = take_over_copy,
    .memory_reserved = memory_reserved,
    .memory_allocated = shadow::expect,
    .memory_freed = shadow::forget,
    .host_fills = shadow::host_fills,
    .host_gets = host_gets,
    .host_copies = shadow::host_copies,
    .work_accesses = observe_work,
    .work_frees = observe_release,
    .host_atomic = observe_host_atomic,
    .host_frees = check_host_free,
    .host_touches = observe_host_call,
    .host_function_gets = remember_data,
    .host_waits = check_data_on_stack,
    .program_ends =
        [] {
            settle_guess_of_host();
            chosen_launches::tell();
        },
};

} // namespace scanlab::sim
