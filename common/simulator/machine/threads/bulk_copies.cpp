#include "machine/threads/bulk_copies.hpp"

#include "machine/base/events.hpp"
#include "machine/threads/async_copies.hpp"
#include "machine/threads/choices.hpp"
#include "machine/threads/device_shape.hpp"
#include "machine/threads/fault.hpp"
#include "machine/threads/mbarriers.hpp"
#include "machine/threads/misuse.hpp"
#include "machine/threads/schedule.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace scanlab::sim {

namespace {

std::vector<BulkCopy> copies; ///< of the running blocks

/// How many groups of copies each thread has closed, and how many copies it has started.
std::unordered_map<const Thread*, std::uint64_t> closed_groups, started_copies;

/// What choices call the thread's next copy, whatever others have started: after threads and blocks.
std::uint64_t process_of_copy(const Thread& thread) {
    const std::uint64_t blocks = volume(gridDim), threads = blocks * volume(blockDim);
    return threads + blocks + threads * started_copies[&thread]++ + process(thread);
}

void read_source(BulkCopy& copy) {
    const Unobserved unobserved;
    if (!copy.writes_nowhere) copy.content = std::make_unique<unsigned char[]>(copy.bytes);
    if (copy.content && !copy.reads_nowhere) std::memcpy(copy.content.get(), copy.from, copy.bytes);
    copy.has_read = true;
}

void write_destination(BulkCopy& copy) {
    {
        const Unobserved unobserved;
        if (copy.content) std::memcpy(copy.to, copy.content.get(), copy.bytes);
    }
    copy.has_written = true;
    note_activity();
    if (copy.loads()) complete_bytes(*copy.block, copy.mbarrier, copy.bytes, copy);
}

void go_on(BulkCopy& copy) {
    if (!copy.has_read)
        read_source(copy);
    else if (!copy.has_written)
        write_destination(copy);
    note_activity();
}

void finish(BulkCopy& copy) {
    while (!copy.has_written) go_on(copy);
}

/// Forgets the copies of which nobody asks any more.
void forget_if(auto is_done) {
    copies.erase(std::remove_if(copies.begin(), copies.end(), is_done), copies.end());
}

/// One end of a copy is in shared memory, and the other one is not: the instruction says which.
void check_spaces(const void* shared, const void* global, const void* pc) {
    const Block& block = *running_thread().warp->block;
    const auto is_shared = [&](const void* address) {
        return block.has_shared(reinterpret_cast<std::uintptr_t>(address));
    };
    if (is_shared(shared) && !is_shared(global)) return;
    stop_with_finding(
        cudaErrorIllegalAddress, FindingKind::bad_copy, pc,
        [&]() -> std::string {
            return is_shared(shared) ? "Both ends of this bulk copy are in shared memory."
                                     : "This bulk copy was given an address outside shared memory "
                                       "where it needs one inside.";
        },
        "A bulk copy needs one pointer to shared memory and one to global memory. Check their order.");
}

void check(const void* to, const void* from, std::uint32_t bytes, const void* pc) {
    const auto off = [](const void* address) { return reinterpret_cast<std::uintptr_t>(address) % 16; };
    if (device_shape().compute_capability < 9)
        stop_with_finding(
            cudaErrorIllegalInstruction, FindingKind::invalid_launch, pc,
            [&]() -> std::string { return "Bulk copies need a GPU of compute capability 9.0."; },
            "Ask for `cudaDevAttrComputeCapabilityMajor` before the launch.");
    if (off(to) != 0 || off(from) != 0)
        stop_with_finding(
            cudaErrorMisalignedAddress, FindingKind::misaligned, pc,
            [&]() -> std::string {
                return std::string("The ") + (off(to) != 0 ? "destination" : "source") +
                       " of a bulk copy is " + std::to_string(off(off(to) != 0 ? to : from)) +
                       " bytes past a multiple of 16. A GPU stops with an error here.";
            },
            "Declare an array in shared memory with `alignas(16)`. Copy the elements before the first "
            "multiple of 16 in another way.");
    if (bytes % 16 != 0)
        stop_with_finding(
            cudaErrorIllegalInstruction, FindingKind::bad_copy, pc,
            [&]() -> std::string {
                return "This bulk copy has " + std::to_string(bytes) +
                       " bytes, but the number has to be a multiple of 16.";
            },
            "Copy the elements after the last multiple of 16 in another way.");
}

/// The running thread starts a copy.
void start(void* to, const void* from, std::uint32_t bytes, void* mbarrier, const void* pc) {
    Thread& thread = running_thread();
    const Mbarrier* const barrier = mbarrier ? &find_mbarrier(thread, mbarrier, pc) : nullptr;
    BulkCopy copy{.block = thread.warp->block,
                  .thread = &thread,
                  .to = to,
                  .from = from,
                  .bytes = bytes,
                  .pc = pc,
                  .mbarrier = mbarrier ? reinterpret_cast<std::uintptr_t>(mbarrier) : 0,
                  .group = closed_groups[&thread],
                  .process = process_of_copy(thread)};
    if (choices::on && mbarrier)
        choices::offer(copy.process, {Effect::arrives, copy.mbarrier, sizeof(std::uint64_t)}, nullptr,
                       pc);
    announce<&Watcher::copy_starts>(thread, copy, barrier);
    if (!copy.reads_nowhere) touch_for_thread(from, bytes);
    if (!copy.writes_nowhere) touch_for_thread(to, bytes);
    thread.warp->block->has_copied = true;
    copies.push_back(std::move(copy));
    note_activity();
}

} // namespace

namespace bulk {

bool is_copying(const Block& block) {
    return std::any_of(copies.begin(), copies.end(),
                       [&](const BulkCopy& copy) { return copy.block == &block && !copy.has_written; });
}

void go_on(Block& block) {
    for (std::size_t i = 0; i < copies.size(); ++i)
        if (copies[i].block == &block && schedule.lets_copies_go_on()) sim::go_on(copies[i]);
    forget_if([](const BulkCopy& copy) { return copy.has_written && copy.loads(); });
}

void go_on(std::uint64_t process) {
    const auto copy = std::ranges::find(copies, process, &BulkCopy::process);
    if (copy == copies.end()) return;
    finish(*copy);
    copies.erase(copy); // who waits asks its mbarrier
}

void end_block(Block& block) {
    for (BulkCopy& copy : copies) {
        if (copy.block != &block) continue;
        announce<&Watcher::copy_abandoned>(copy);
        finish(copy);
    }
    async::end_block(block);
    announce<&Watcher::copies_end>(block);
    forget_if([&](const BulkCopy& copy) { return copy.block == &block; });
    block.has_copied = false;
}

void end_launch(bool abandoned) {
    if (!abandoned)
        for (BulkCopy& copy : copies) finish(copy);
    copies.clear();
    closed_groups.clear();
    started_copies.clear();
    async::end_launch();
}

} // namespace bulk

// --- what a running thread calls ---------------------------------------------------------------------

void bulk_load(void* shared, const void* global, std::uint32_t bytes, void* mbarrier) {
    maybe_yield();
    const void* const pc = __builtin_return_address(0);
    check_spaces(shared, global, pc);
    check(shared, global, bytes, pc);
    start(shared, global, bytes, mbarrier, pc);
}

void bulk_store(void* global, const void* shared, std::uint32_t bytes) {
    maybe_yield();
    const void* const pc = __builtin_return_address(0);
    check_spaces(shared, global, pc);
    check(global, shared, bytes, pc);
    start(global, shared, bytes, nullptr, pc);
}

void bulk_commit() { ++closed_groups[&running_thread()]; }

void bulk_wait(unsigned left, bool only_reads) {
    Thread& thread = running_thread();
    const std::uint64_t closed = closed_groups[&thread];
    const auto is_awaited = [&](const BulkCopy& copy) {
        return copy.thread == &thread && !copy.loads() && copy.group + left < closed;
    };
    const auto is_done = [&](const BulkCopy& copy) {
        return !is_awaited(copy) || (only_reads ? copy.has_read : copy.has_written);
    };
    if (choices::on) // nobody else can notice when they end
        for (BulkCopy& copy : copies)
            if (!is_done(copy)) finish(copy);
    while (!std::all_of(copies.begin(), copies.end(), is_done)) yield();
    for (BulkCopy& copy : copies) {
        if (!is_awaited(copy)) continue;
        announce<&Watcher::copy_awaited>(thread, copy, only_reads);
        copy.is_awaited = !only_reads;
    }
    forget_if([](const BulkCopy& copy) { return copy.is_awaited; });
}

void copy_fence() {
    announce<&Watcher::copy_fence>(running_thread());
    maybe_yield();
}

} // namespace scanlab::sim
