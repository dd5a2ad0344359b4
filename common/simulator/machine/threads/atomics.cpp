#include "machine/threads/grid_scheduler.hpp"

#include "machine/threads/choices.hpp"
#include "machine/threads/library_calls.hpp"
#include "machine/threads/private_state.hpp"

#include <algorithm>

namespace scanlab::sim {

namespace {
/// Blocks may talk to each other through what the running thread accesses there.
void note_dependence_through(const volatile void* address) {
    if (!now.thread->warp->block->has_shared(reinterpret_cast<std::uintptr_t>(address)))
        note_dependence();
}
} // namespace

void* before_atomic_of_thread(const AtomicAccess& access) {
    const auto& [pc, address, bytes, kind, order, scope] = access;
    void* place = const_cast<void*>(address);
    note_dependence_through(address);
    if (choices::on)
        await_choice(kind == AtomicKind::load ? Effect::reads : Effect::writes, address, bytes, address,
                     pc);
    else if (kind != AtomicKind::load && (kind != AtomicKind::store || order >= MemoryOrder::release))
        maybe_yield();
    announce<&Watcher::atomic_comes>(*now.thread, access);
    now.atomic_pc = pc; // others may have run
    announce<&Watcher::atomic>(*now.thread, access, place);
    if (place != address) choices::goes_astray();
    return place;
}

void* before_atomic(const volatile void* address, std::size_t bytes, AtomicKind kind, MemoryOrder order,
                    Scope scope) {
    const AtomicAccess access{__builtin_return_address(0), address, bytes, kind, order, scope};
    if (now.thread) return before_atomic_of_thread(access);
    announce<&Watcher::host_atomic>(access);
    return const_cast<void*>(address);
}

void note_read_only_load(const volatile void* address, std::size_t bytes) {
    if (!now.thread) return;
    const MemoryAccess access{__builtin_return_address(0), reinterpret_cast<std::uintptr_t>(address),
                              bytes, false, Strength::plain};
    announce<&Watcher::read_only_load>(*now.thread, access);
}

void use_storage(const void* part, std::size_t bytes, bool begins) {
    if (!is_heard<&Watcher::storage_used>()) return;
    const void* const call = call_by_user(__builtin_return_address(0), __builtin_frame_address(0));
    const MemoryAccess use{call, reinterpret_cast<std::uintptr_t>(part), bytes, begins,
                           Strength::plain};
    announce<&Watcher::storage_used>(*now.thread, use);
}

void after_atomic_store(const volatile void* address, MemoryOrder order, Scope scope, Left left) {
    if (!now.thread) return;
    choices::stored();
    announce<&Watcher::atomic_stored>(*now.thread, address, order, scope, left);
}

namespace {
/// Whether the running thread has got the same value from the address as the time before.
bool spins(const volatile void* address, std::uint64_t value, const void* pc) {
    Warp& warp = *now.thread->warp;
    LastLoad& last = warp.last_load[now.thread->lane];
    warp.has_loaded = true;
    const bool same_address = last.address == address;
    if (same_address && last.value == value) {
        if (!last.spins) last.blocks_started = Scheduler::current->blocks_started();
        const std::uint64_t state = private_state_of_running();
        last.is_endless = last.spins && last.state == state;
        last.state = state;
        last.spins = true;
        return true;
    }
    if (same_address && last.is_endless && Scheduler::current->has_more_blocks_than_places())
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
    if (scope >= Scope::device) note_dependence();
    announce<&Watcher::fence>(*now.thread, order, scope);
    maybe_yield();
}

void await_earlier_work() {
    if (now.thread) announce<&Watcher::earlier_work_awaited>(*now.thread);
}

} // namespace scanlab::sim
