#include "machine/threads/mbarriers.hpp"

#include "machine/base/events.hpp"
#include "machine/threads/async_copies.hpp"
#include "machine/threads/choices.hpp"
#include "machine/threads/fault.hpp"
#include "machine/threads/misuse.hpp"
#include "machine/threads/schedule.hpp"
#include "machine/threads/scheduler.hpp"
#include "machine/threads/variables.hpp"

#include <cuda_runtime_api.h>

#include <bit>

namespace scanlab::sim {

namespace {

std::uintptr_t number(const volatile void* address) {
    return reinterpret_cast<std::uintptr_t>(address);
}

std::string name_at(std::uintptr_t address, const Thread& thread, const void* pc) {
    const auto variable = variable_at(address, sizeof(std::uint64_t), thread, pc);
    return variable ? variable->element(address) : "an address";
}

LastLoad& awaited_by(const Thread& thread) { return thread.warp->last_load[thread.lane]; }

void end_phase_if_complete(Block& block, std::uintptr_t address, Mbarrier& barrier) {
    if (barrier.pending > 0 || barrier.bytes != 0) return;
    async::end_phase(block, address);
    ++barrier.phase;
    barrier.pending = barrier.expected;
    choices::ended_phase();
    announce<&Watcher::mbarrier_phase_ends>(block, barrier);
    ++now.progress;
    for (Warp& warp : block.warps)
        for (LaneMask rest = warp.at_mbarrier; rest != 0; rest &= rest - 1) {
            const Thread& thread = warp.threads[static_cast<unsigned>(std::countr_zero(rest))];
            if (number(awaited_by(thread).address) != address) continue;
            warp.at_mbarrier &= ~thread.bit();
            warp.ready |= thread.bit();
        }
}

} // namespace

Mbarrier& find_mbarrier(const Thread& thread, const void* address, const void* pc) {
    auto& barriers = thread.warp->block->mbarriers;
    const auto found = barriers.find(number(address));
    if (found != barriers.end()) return found->second;
    stop_with_finding(
        cudaErrorIllegalInstruction, FindingKind::uninitialized, pc,
        [&]() -> std::string {
            return "No thread has initialised an mbarrier at " + name_at(number(address), thread, pc) +
                   " yet.";
        },
        "Let one thread call `mbarrier_init()`, and put a `__syncthreads()` before the others use the "
        "barrier.");
}

void complete_bytes(Block& block, std::uintptr_t address, long long bytes, const BulkCopy& copy) {
    auto& barriers = block.mbarriers;
    const auto found = barriers.find(address);
    if (found == barriers.end()) return;
    Mbarrier& barrier = found->second;
    barrier.bytes -= bytes;
    announce<&Watcher::copy_arrives>(block, barrier, copy);
    end_phase_if_complete(block, address, barrier);
}

void arrive_at(std::uintptr_t address, Mbarrier& barrier, unsigned count, unsigned bytes) {
    Thread& thread = running_thread();
    barrier.bytes += bytes;
    barrier.pending -= count;
    announce<&Watcher::mbarrier_arrived>(thread, barrier);
    note_activity();
    end_phase_if_complete(*thread.warp->block, address, barrier);
}

void sleep_until_phase_ends(std::uintptr_t address, const Mbarrier& barrier, const void* pc) {
    Thread& thread = running_thread();
    thread.warp->has_loaded = true;
    awaited_by(thread) = {reinterpret_cast<const volatile void*>(address), barrier.phase, pc};
    wait_at_mbarrier();
}

std::string what_is_awaited(const Thread& thread) {
    const LastLoad& wait = awaited_by(thread);
    const std::uintptr_t address = number(wait.address);
    const Mbarrier& barrier = thread.warp->block->mbarriers.at(address);
    if (is_number_of_barrier(address)) return numbered_barrier_awaited(address, barrier);
    std::string text = "phase " + std::to_string(barrier.phase) + " of the mbarrier " +
                       name_at(address, thread, wait.pc);
    const auto plural = [](long long n) { return n == 1 ? "" : "s"; };
    if (barrier.pending > 0)
        text +=
            ", which lacks " + std::to_string(barrier.pending) + " arrival" + plural(barrier.pending);
    if (barrier.bytes != 0) text += barrier.pending > 0 ? " and " : ", ";
    if (barrier.bytes > 0)
        text += "to which " + std::to_string(barrier.bytes) + " announced bytes have not come";
    if (barrier.bytes < 0)
        text +=
            "to which " + std::to_string(-barrier.bytes) + " bytes have come that nobody has announced";
    return text;
}

// --- what a running thread calls ---------------------------------------------------------------------

void mbarrier_init(void* address, unsigned count) {
    Thread& thread = running_thread();
    const void* const pc = __builtin_return_address(0);
    announce<&Watcher::mbarrier_initializes>(address, pc);
    if (!thread.warp->block->has_shared(number(address)))
        stop_with_finding(
            cudaErrorIllegalInstruction, FindingKind::out_of_bounds, pc,
            [&]() -> std::string { return "This mbarrier is not in shared memory."; },
            "Declare it `__shared__`.");
    constexpr unsigned most = (1u << 20) - 1;
    if (count == 0 || count > most)
        stop_with_finding(
            cudaErrorIllegalInstruction, FindingKind::barrier_divergence, pc,
            [&]() -> std::string {
                return "This mbarrier is for " + std::to_string(count) +
                       " arrivals. It must be for 1 to " + std::to_string(most) + ".";
            },
            "Check the second argument of `mbarrier_init()`.");
    Mbarrier& barrier = thread.warp->block->mbarriers[number(address)];
    barrier = {.expected = count, .pending = count};
    announce<&Watcher::mbarrier_initialized>(thread, barrier, pc);
}

namespace {
std::uint64_t arrive(void* address, unsigned count, unsigned bytes, bool drops, const void* pc) {
    await_choice(Effect::arrives, address, sizeof(std::uint64_t), nullptr, pc);
    maybe_yield();
    Thread& thread = running_thread();
    Mbarrier& barrier = find_mbarrier(thread, address, pc);
    announce<&Watcher::mbarrier_accessed>(address, AtomicKind::update, pc);
    if (count > barrier.pending)
        stop_with_finding(
            cudaErrorIllegalInstruction, FindingKind::barrier_divergence, pc,
            [&]() -> std::string {
                return "A thread arrives at the mbarrier " + name_at(number(address), thread, pc) +
                       ", but all " + std::to_string(barrier.expected) +
                       " arrivals that its phase waits for have come already.";
            },
            "Check the count given to `mbarrier_init()`. How many threads arrive in each phase? Does "
            "one of them arrive for the next phase before this one has ended?");
    const std::uint64_t state = barrier.phase;
    if (drops) --barrier.expected;
    arrive_at(number(address), barrier, count, bytes);
    return state;
}

} // namespace

std::uint64_t mbarrier_arrive(void* address, unsigned count, unsigned bytes) {
    return arrive(address, count, bytes, false, __builtin_return_address(0));
}

std::uint64_t mbarrier_drop(void* address) {
    return arrive(address, 1, 0, true, __builtin_return_address(0));
}

void mbarrier_expect(void* address, unsigned bytes) {
    Thread& thread = running_thread();
    const void* const pc = __builtin_return_address(0);
    Mbarrier& barrier = find_mbarrier(thread, address, pc);
    announce<&Watcher::mbarrier_accessed>(address, AtomicKind::update, pc);
    barrier.bytes += bytes;
    note_activity();
}

bool mbarrier_wait(const void* address, bool may_sleep, bool parity_only, std::uint64_t phase) {
    Thread& thread = running_thread();
    thread.waits_at = __builtin_return_address(0);
    Mbarrier& barrier = find_mbarrier(thread, address, thread.waits_at);
    announce<&Watcher::mbarrier_accessed>(address, AtomicKind::load, thread.waits_at);
    await_choice(Effect::reads, address, sizeof barrier.phase, &barrier.phase, thread.waits_at);
    const auto is_current = [&] {
        return parity_only ? (barrier.phase & 1) == (phase & 1) : barrier.phase == phase;
    };
    if (is_current()) {
        // Sleeping has a limit in time: whoever does not look at what comes back goes on too early.
        if (!may_sleep || (choices::on ? !choices::is_last_resort() : schedule.lets_copies_go_on())) {
            now.atomic_pc = thread.waits_at;
            after_atomic_load(address, barrier.phase);
            return false;
        }
        sleep_until_phase_ends(number(address), barrier, thread.waits_at);
    } else {
        maybe_yield();
    }
    announce<&Watcher::mbarrier_passed>(thread, barrier);
    async::pass(*thread.warp->block, number(address), barrier.phase);
    return true;
}

} // namespace scanlab::sim
