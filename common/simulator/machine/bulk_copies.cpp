#include "bulk_copies.hpp"

#include "watch/counters.hpp"
#include "fault.hpp"
#include "words/findings.hpp"
#include "launch_limits.hpp"
#include "mbarriers.hpp"
#include "watch/observer.hpp"
#include "watch/races.hpp"
#include "schedule.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace scanlab::sim {

namespace {

/// A copy on its way: it reads its source at one time, and writes at another.
struct Copy {
    Block* block;
    const Thread* thread; ///< that has started it
    void* to;
    const void* from;
    std::uint32_t bytes;
    const void* pc;
    std::uintptr_t mbarrier; ///< 0: it belongs to a group of the thread
    std::uint64_t group;
    Epoch reads, writes;                        ///< the same if it completes on an mbarrier
    std::unique_ptr<unsigned char[]> content{}; ///< what it has read
    bool has_read = false, has_written = false;
    bool reads_awaited = false, writes_awaited = false; ///< by its thread
};
std::vector<Copy> copies; ///< of the running blocks

/// How many groups of copies the threads have closed.
struct Groups {
    std::uint64_t closed = 0;
};
std::unordered_map<const Thread*, Groups> groups;

void read_source(Copy& copy) {
    const Unobserved unobserved;
    copy.content = std::make_unique_for_overwrite<unsigned char[]>(copy.bytes);
    std::memcpy(copy.content.get(), copy.from, copy.bytes);
    copy.has_read = true;
}

void write_destination(Copy& copy) {
    {
        const Unobserved unobserved;
        std::memcpy(copy.to, copy.content.get(), copy.bytes);
    }
    copy.has_written = true;
    note_activity();
    if (copy.mbarrier != 0)
        complete_bytes(*copy.block, copy.mbarrier, copy.bytes, copy.writes, copy.pc);
}

void go_on(Copy& copy) {
    if (!copy.has_read)
        read_source(copy);
    else if (!copy.has_written)
        write_destination(copy);
    note_activity();
}

void finish(Copy& copy) {
    while (!copy.has_written) go_on(copy);
}

/// Forgets the copies of which nobody asks any more.
void forget_if(auto is_done) {
    copies.erase(std::remove_if(copies.begin(), copies.end(), is_done), copies.end());
}

void check(const void* to, const void* from, std::uint32_t bytes, const void* pc) {
    const auto off = [](const void* address) { return reinterpret_cast<std::uintptr_t>(address) % 16; };
    if (device_shape().compute_capability < 9)
        stop_with_finding(
            cudaErrorIllegalInstruction, FindingKind::invalid_launch, pc,
            [&]() -> std::string { return "bulk copies need a GPU of compute capability 9.0"; },
            "ask for cudaDevAttrComputeCapabilityMajor before the launch");
    if (off(to) != 0 || off(from) != 0)
        stop_with_finding(
            cudaErrorMisalignedAddress, FindingKind::misaligned, pc,
            [&]() -> std::string {
                return std::string("the ") + (off(to) != 0 ? "destination" : "source") +
                       " of a bulk copy lies " + std::to_string(off(off(to) != 0 ? to : from)) +
                       " bytes behind a multiple of 16: a GPU stops there";
            },
            "alignas(16) for an array in shared memory; elements before the first multiple of 16 have "
            "to be copied otherwise");
    if (bytes % 16 != 0)
        stop_with_finding(
            cudaErrorIllegalInstruction, FindingKind::bad_copy, pc,
            [&]() -> std::string {
                return "a bulk copy of " + std::to_string(bytes) +
                       " bytes: their number has to be a multiple of 16";
            },
            "copy the elements behind the last multiple of 16 otherwise");
}

/// The running thread starts a copy.
void start(void* to, const void* from, std::uint32_t bytes, std::uintptr_t mbarrier, const void* pc) {
    Thread& thread = *now.thread;
    Copy copy{.block = thread.warp->block,
              .thread = &thread,
              .to = to,
              .from = from,
              .bytes = bytes,
              .pc = pc,
              .mbarrier = mbarrier,
              .group = groups[&thread].closed,
              .reads = 0,
              .writes = 0};
    if (is_observed() && bytes > 0) {
        copy.reads = order::begin_copy(thread);
        copy.writes = mbarrier != 0 ? copy.reads : order::begin_copy(thread);
        observe_bulk(from, bytes, false, copy.reads, pc);
        observe_bulk(to, bytes, true, copy.writes, pc);
    }
    if (counters::active) counters::bulk_copy(mbarrier != 0 ? from : to, bytes, mbarrier == 0, pc);
    thread.warp->block->has_copied = true;
    copies.push_back(std::move(copy));
    note_activity();
}

} // namespace

namespace bulk {

bool is_copying(const Block& block) {
    return std::any_of(copies.begin(), copies.end(),
                       [&](const Copy& copy) { return copy.block == &block && !copy.has_written; });
}

void go_on(Block& block) {
    for (std::size_t i = 0; i < copies.size(); ++i)
        if (copies[i].block == &block && schedule.lets_copies_go_on()) sim::go_on(copies[i]);
    forget_if([](const Copy& copy) { return copy.has_written && copy.mbarrier != 0; });
}

void end_block(Block& block) {
    for (Copy& copy : copies) {
        if (copy.block != &block) continue;
        const bool loads = copy.mbarrier != 0;
        if (is_observed() && (loads || !copy.reads_awaited))
            report_abandoned_copy(copy.pc, *copy.thread, loads);
        finish(copy);
    }
    for (const auto& [address, barrier] : block.mbarriers.by_address)
        if (is_observed() && barrier.unawaited_copy)
            report_abandoned_copy(barrier.unawaited_copy, block.warps.front().threads.front(), true);
    forget_if([&](const Copy& copy) { return copy.block == &block; });
    if (is_observed()) forget_copies(block);
    block.has_copied = false;
}

void end_launch(bool abandoned) {
    if (!abandoned)
        for (Copy& copy : copies) finish(copy);
    copies.clear();
    groups.clear();
}

} // namespace bulk

// --- what a running thread calls ---------------------------------------------------------------------

void bulk_load(void* shared, const void* global, std::uint32_t bytes, void* mbarrier) {
    maybe_yield();
    const void* const pc = __builtin_return_address(0);
    check(shared, global, bytes, pc);
    const Mbarrier& barrier = find_mbarrier(*now.thread, mbarrier, pc);
    if (is_observed())
        check_fenced({*now.thread, pc, reinterpret_cast<std::uintptr_t>(mbarrier),
                      sizeof(std::uint64_t), false, Strength::plain, true, order::all_ordered_below},
                     barrier.initialized_in, barrier.initialized_by, barrier.initialized_at);
    start(shared, global, bytes, reinterpret_cast<std::uintptr_t>(mbarrier), pc);
}

void bulk_store(void* global, const void* shared, std::uint32_t bytes) {
    maybe_yield();
    const void* const pc = __builtin_return_address(0);
    check(global, shared, bytes, pc);
    start(global, shared, bytes, 0, pc);
}

void bulk_commit() { ++groups[now.thread].closed; }

void bulk_wait(unsigned left, bool only_reads) {
    Thread& thread = *now.thread;
    const std::uint64_t closed = groups[&thread].closed;
    const auto is_awaited = [&](const Copy& copy) {
        return copy.thread == &thread && copy.mbarrier == 0 && copy.group + left < closed;
    };
    const auto is_done = [&](const Copy& copy) {
        return !is_awaited(copy) || (only_reads ? copy.has_read : copy.has_written);
    };
    while (!std::all_of(copies.begin(), copies.end(), is_done)) yield();
    for (Copy& copy : copies) {
        if (!is_awaited(copy)) continue;
        const auto learn = [&](bool& known, Epoch end) {
            if (!std::exchange(known, true) && end != 0)
                order::acquire(thread, order::end_of_copy(end));
        };
        learn(copy.reads_awaited, copy.reads);
        if (!only_reads) learn(copy.writes_awaited, copy.writes);
    }
    forget_if([](const Copy& copy) { return copy.writes_awaited; });
}

void copy_fence() {
    if (is_observed()) order::fence_for_copies(*now.thread);
    maybe_yield();
}

} // namespace scanlab::sim
