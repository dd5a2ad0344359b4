// Where choices are made: tells them who has met whom, and what memory is left.
#include "machine/memory/device_variables.hpp"
#include "machine/memory/memory.hpp"
#include "machine/threads/bulk_copies.hpp"
#include "machine/threads/choices.hpp"
#include "machine/threads/scheduler.hpp"
#include "platform/platform.hpp"
#include "watch/watchers.hpp"

#include <bit>

namespace scanlab::sim {

namespace {

std::vector<std::uint64_t> processes_of(const Warp& warp, LaneMask lanes) {
    std::vector<std::uint64_t> processes;
    for (LaneMask rest = lanes & warp.existing; rest != 0; rest &= rest - 1)
        processes.push_back(process(warp.threads[static_cast<unsigned>(std::countr_zero(rest))]));
    return processes;
}

std::vector<std::uint64_t> processes_of(const Block& block) {
    std::vector<std::uint64_t> processes;
    for (const Warp& warp : block.warps)
        for (const std::uint64_t p : processes_of(warp, warp.existing)) processes.push_back(p);
    return processes;
}

void launch_begins(const Launch&) { activate(synchronisations, choices::on); }

void barrier_opens(Block& block) {
    choices::met(reinterpret_cast<std::uintptr_t>(&block), processes_of(block));
}

void grid_barrier_opens(const std::vector<Block*>& blocks) {
    std::vector<std::uint64_t> all;
    for (const Block* block : blocks)
        for (const std::uint64_t p : processes_of(*block)) all.push_back(p);
    choices::met(0, all);
}

/// Lanes that have returned belong to it: the others may have waited for that.
void collective_begins(Warp& warp, const Rendezvous& r) {
    const LaneMask lanes = r.arrived | (r.mask & warp.exited);
    choices::met(reinterpret_cast<std::uintptr_t>(&warp) + lanes, processes_of(warp, lanes));
}

/// Shared memory and the threads' own end with the launch.
void note_write(const volatile void* address, std::size_t bytes) {
    const auto* const at = static_cast<const volatile char*>(address);
    const auto begin = reinterpret_cast<std::uintptr_t>(address);
    if (memory::is_device_address(at) || platform::is_in_image(const_cast<const char*>(at)) ||
        is_registered(begin))
        choices::wrote(begin, bytes);
}

void access(Thread&, const MemoryAccess& a) {
    if (a.is_write) note_write(reinterpret_cast<const void*>(a.address), a.bytes);
}

void atomic(Thread&, const AtomicAccess& a, void*&) {
    if (a.kind != AtomicKind::load) note_write(a.address, a.bytes);
}

void copy_starts(Thread&, BulkCopy& copy, const Mbarrier*) { note_write(copy.to, copy.bytes); }

} // namespace

constinit const Watcher synchronisations{
    .launch_begins = launch_begins,
    .barrier_opens = barrier_opens,
    .grid_barrier_opens = grid_barrier_opens,
    .collective_begins = collective_begins,
    .access = access,
    .atomic = atomic,
    .copy_starts = copy_starts,
};

} // namespace scanlab::sim
