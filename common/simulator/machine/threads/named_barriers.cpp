// Barriers for some warps of a block, known by a number instead of an address: PTX's bar.sync with a
// number and a count, and those of cooperative groups' tiles of several warps. Each is an mbarrier that
// needs no memory.
#include "machine/base/events.hpp"
#include "machine/threads/choices.hpp"
#include "machine/threads/fault.hpp"
#include "machine/threads/mbarriers.hpp"
#include "machine/threads/misuse.hpp"
#include "machine/threads/scheduler.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <map>

namespace scanlab::sim {

namespace {

constexpr unsigned numbers = 16, most_threads = 1024;

/// As if it were an address. Tiles come after the barriers that a program numbers itself.
std::uintptr_t address_of_tile(unsigned size, unsigned rank) {
    return numbers + size * (most_threads / 32) + rank;
}

/// How many arrivals these lanes of the warp are, which come or leave. A GPU counts warps: lanes that
/// are not there come with the first one, and each counts once in a phase.
unsigned weight(Mbarrier& barrier, const Warp& warp, LaneMask lanes) {
    const unsigned number = warp.number_in_block();
    if (barrier.counted.size() <= number) barrier.counted.resize(number + 1);
    const LaneMask all = ~LaneMask{0} >> (32 - lanes_per_warp), absent = ~warp.existing | warp.exited,
                   come = (lanes | absent) & all & ~barrier.counted[number];
    barrier.counted[number] |= come;
    return std::max(1u, static_cast<unsigned>(std::popcount(come)));
}

void arrive(std::uintptr_t address, Mbarrier& barrier, const Thread& thread) {
    const unsigned lanes = weight(barrier, *thread.warp, thread.bit());
    arrive_at(address, barrier, std::min(lanes, barrier.pending));
}

unsigned warps_of(unsigned threads) { return (threads + lanes_per_warp - 1) / lanes_per_warp; }
unsigned threads_in_block() { return blockDim.x * blockDim.y * blockDim.z; }

[[noreturn]] void stop(const void* pc, std::string message, const char* hint) {
    stop_with_finding(
        cudaErrorIllegalInstruction, FindingKind::barrier_divergence, pc,
        [&] { return std::move(message); }, hint);
}

void meet(std::uintptr_t address, unsigned count, bool waits, const void* pc) {
    Thread& thread = running_thread();
    thread.waits_at = pc;
    await_choice(Effect::arrives, reinterpret_cast<const volatile void*>(address),
                 sizeof(std::uint64_t), nullptr, pc);
    const std::vector<Warp>& warps = thread.warp->block->warps;
    if (address == 0 && count < warps.size() * lanes_per_warp &&
        std::ranges::any_of(warps, [](const Warp& w) { return w.at_barrier != 0; }))
        stop(pc,
             "A thread comes to barrier 0 for " + std::to_string(count) +
                 " threads, while others wait at a `__syncthreads()`, which is barrier 0 of all "
                 "threads.",
             "Give this barrier another number, from 1 to 15.");
    Mbarrier& barrier = thread.warp->block->mbarriers[address];
    if (barrier.pending == barrier.expected) { // nobody is there yet
        barrier.expected = barrier.pending = count;
        barrier.counted.clear();
    }
    if (barrier.expected != count)
        stop(pc,
             "A thread comes to barrier " + std::to_string(address) + " for " + std::to_string(count) +
                 " threads, while others wait there for " + std::to_string(barrier.expected) + ".",
             "Let all threads that meet at a barrier give the same number of threads.");
    const std::uint64_t phase = barrier.phase;
    arrive(address, barrier, thread);
    if (!waits) return;
    if (barrier.phase == phase) sleep_until_phase_ends(address, barrier, pc);
    announce<&Watcher::mbarrier_passed>(thread, barrier);
}

} // namespace

bool is_number_of_barrier(std::uintptr_t address) { return address < (1u << 16); }

std::string numbered_barrier_awaited(std::uintptr_t number, const Mbarrier& barrier) {
    const std::string name =
        number < numbers ? "barrier " + std::to_string(number) : "the tile's barrier";
    return name + ", to which " + std::to_string(barrier.pending) + " more thread" +
           (barrier.pending == 1 ? " has" : "s have") + " to come";
}

void leave_numbered_barriers(const Thread& thread) {
    const unsigned warp = thread.warp->number_in_block();
    for (auto& [address, barrier] : thread.warp->block->mbarriers) {
        if (!is_number_of_barrier(address) || barrier.pending == barrier.expected) continue;
        const LaneMask counted = warp < barrier.counted.size() ? barrier.counted[warp] : 0;
        if (counted != 0 && !(counted & thread.bit())) arrive(address, barrier, thread);
    }
}

int barriers_of_tiles(const Block& block) {
    std::map<std::uintptr_t, std::uint64_t> most; // by the first address of a size
    for (const auto& [address, barrier] : block.mbarriers) {
        if (address < address_of_tile(1, 0) || !is_number_of_barrier(address)) continue;
        std::uint64_t& of_size = most[(address - numbers) / (most_threads / 32)];
        of_size = std::max(of_size, barrier.phase);
    }
    std::uint64_t all = 0;
    for (const auto& [size, phases] : most) all += phases;
    return static_cast<int>(all);
}

// --- what a running thread calls ---------------------------------------------------------------------

void named_barrier(unsigned number, unsigned threads, bool waits) {
    const void* const pc = __builtin_return_address(0);
    if (number >= numbers)
        stop(pc, "There is no barrier " + std::to_string(number) + ".",
             "Use one of the barriers 0 to 15; `__syncthreads()` is 0.");
    if (threads % lanes_per_warp != 0)
        stop(pc,
             "This barrier is for " + std::to_string(threads) +
                 " threads, but barriers count whole warps, so the number has to be a multiple of 32.",
             "Round the number up to the next multiple of 32, and let all lanes of these warps come.");
    meet(number, threads > 0 ? threads : warps_of(threads_in_block()) * lanes_per_warp, waits, pc);
}

void tile_barrier(unsigned size, unsigned rank) {
    const unsigned count = std::min(size, threads_in_block() - size * rank);
    meet(address_of_tile(size, rank), warps_of(count) * lanes_per_warp, true,
         __builtin_return_address(0));
}

namespace {

/// Where a thread of the tile shows a value of so many bytes.
std::byte* shown_by(unsigned size, unsigned rank, unsigned thread, std::size_t bytes) {
    std::vector<std::byte>& room = now.thread->warp->block->mbarriers[address_of_tile(size, rank)].room;
    room.resize(std::max(room.size(), size * bytes));
    return room.data() + thread * bytes;
}

} // namespace

void tile_show(unsigned size, unsigned rank, const void* value, std::size_t bytes) {
    std::memcpy(shown_by(size, rank, now.thread->number_in_block() % size, bytes), value, bytes);
    announce<&Watcher::value_shown>(*now.thread, bytes, __builtin_return_address(0));
}

void tile_look(unsigned size, unsigned rank, unsigned thread, void* value, std::size_t bytes) {
    std::memcpy(value, shown_by(size, rank, thread, bytes), bytes);
}

} // namespace scanlab::sim
