#include "machine/threads/async_copies.hpp"

#include "machine/base/events.hpp"
#include "machine/threads/fault.hpp"
#include "machine/threads/mbarriers.hpp"
#include "machine/threads/misuse.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <vector>

namespace scanlab::sim {

namespace {

std::vector<AsyncCopy> unawaited; ///< of the running blocks
std::unordered_map<const Thread*, std::uint64_t> async_groups;

void end(AsyncCopy& copy) {
    if (std::exchange(copy.has_written, true)) return;
    const Unobserved unobserved;
    if (!copy.writes_nowhere) std::memcpy(copy.to, copy.content.data(), copy.bytes);
    note_activity();
}

/// The copies end, and who waits knows it.
void finish_if(auto is_awaited) {
    for (AsyncCopy& copy : unawaited) {
        if (!is_awaited(copy)) continue;
        end(copy);
        announce<&Watcher::async_copy_known>(copy);
    }
    std::erase_if(unawaited, is_awaited);
}

void finish_groups_of_running(std::uint64_t end) {
    finish_if([&](const AsyncCopy& copy) {
        return copy.thread == now.thread && copy.mbarrier == 0 && copy.group < end;
    });
}

} // namespace

namespace async {

void end_phase(const Block& block, std::uintptr_t mbarrier) {
    for (AsyncCopy& copy : unawaited)
        if (copy.block == &block && copy.mbarrier == mbarrier) end(copy);
}

void pass(const Block& block, std::uintptr_t mbarrier, std::uint64_t phase) {
    if (unawaited.empty()) return;
    finish_if([&](const AsyncCopy& copy) {
        return copy.block == &block && copy.mbarrier == mbarrier && copy.phase < phase &&
               copy.has_written;
    });
}

void end_block(const Block& block) {
    std::erase_if(unawaited, [&](const AsyncCopy& copy) { return copy.block == &block; });
}

void end_launch() {
    unawaited.clear();
    async_groups.clear();
}

} // namespace async

// --- what a running thread calls ---------------------------------------------------------------------

void async_store(void* shared, const void* content, std::uint32_t bytes, void* mbarrier) {
    const void* const pc = __builtin_return_address(0);
    Thread& thread = running_thread();
    if (reinterpret_cast<std::uintptr_t>(shared) % bytes != 0)
        stop_with_finding(
            cudaErrorMisalignedAddress, FindingKind::misaligned, pc,
            [&]() -> std::string {
                return "An asynchronous copy of " + std::to_string(bytes) +
                       " bytes goes to an address that is not a multiple of " + std::to_string(bytes) +
                       ".";
            },
            "Declare the array with `alignas()`.");
    AsyncCopy copy{.block = thread.warp->block,
                   .thread = &thread,
                   .to = static_cast<unsigned char*>(shared),
                   .content = {},
                   .bytes = bytes,
                   .pc = pc,
                   .group = async_groups[&thread],
                   .mbarrier = reinterpret_cast<std::uintptr_t>(mbarrier),
                   .phase = mbarrier ? find_mbarrier(thread, mbarrier, pc).phase : 0};
    announce<&Watcher::async_copy_starts>(thread, copy);
    if (!copy.writes_nowhere) touch_for_thread(shared, bytes);
    {
        const Unobserved unobserved;
        std::memcpy(copy.content.data(), content, bytes);
    }
    thread.warp->block->has_copied = true;
    unawaited.push_back(copy);
}

void async_commit() { ++async_groups[now.thread]; }

void async_wait(unsigned left) {
    const std::uint64_t closed = async_groups[now.thread];
    if (closed > left) finish_groups_of_running(closed - left);
    maybe_yield();
}

void async_wait_all() {
    async_commit();
    async_wait(0);
}

} // namespace scanlab::sim
