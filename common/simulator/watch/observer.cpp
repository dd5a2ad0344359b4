// The compiler reports each access of a kernel to ThreadSanitizer's entry points (-fsanitize=thread).
// We link these instead of that library.
#include "observer.hpp"

#include "happens_before.hpp"
#include "machine/events.hpp"
#include "machine/fault.hpp"
#include "machine/memory.hpp"
#include "machine/schedule.hpp"
#include "machine/scheduler.hpp"
#include "machine/variables.hpp"
#include "races.hpp"
#include "scanlab_sim/cost.hpp"
#include "shadow.hpp"
#include "sites.hpp"
#include "words/findings.hpp"
#include "words/source_lines.hpp"

#include <cuda_runtime_api.h>

#include <cstring>
#include <utility>

namespace scanlab::sim {

namespace {

/// Of global memory, as threads asked for it.
struct Traffic {
    long long bytes_read = 0, bytes_written = 0;
} traffic;
bool program_is_observed = false;

// --- what is wrong with a single access -------------------------------------------------------------

std::string size(const Access& a) {
    return std::to_string(a.bytes) + (a.bytes == 1 ? " byte" : " bytes");
}

Finding about(FindingKind kind, const Access& a, const std::optional<Variable>& variable) {
    Finding f{.kind = kind, .at = source_line(a.pc), .position = position_of(a.thread)};
    if (variable) {
        f.variable = variable->name;
        f.index = variable->index_of(a.address);
    }
    return f;
}

[[noreturn]] void stop_out_of_bounds(const Access& a) {
    {
        const Unobserved unobserved;
        const auto variable = variable_at(a.address, a.bytes, a.thread, a.pc);
        Finding f = about(FindingKind::out_of_bounds, a, variable);
        if (variable) {
            const std::size_t elements = variable->bytes / variable->element_bytes;
            f.message = "a thread " + verb(a.is_write, a.strength) + " " + size(a) + " at " +
                        variable->element(a.address) + ", " +
                        distance_outside(*variable, a.address, a.bytes) + " the " + variable->kind +
                        " array, which has " + std::to_string(elements) +
                        (elements == 1 ? " element" : " elements");
            f.hint = a.address < variable->begin
                         ? "the index: can it become negative, or wrap around?"
                         : "the index of the last thread, block and tile: does a guard (i < n) keep it "
                           "inside, and is the array large enough for all threads that reach it?";
        } else {
            f.message = "a thread " + verb(a.is_write, a.strength) + " " + size(a) +
                        " where there is no memory that a kernel can reach";
            f.hint = "the pointer: is it a host pointer, null, or never set?";
        }
        report(f);
    }
    stop_kernel(cudaErrorIllegalAddress);
}

[[noreturn]] void stop_use_after_free(const Access& a, const memory::Allocation& allocation) {
    {
        const Unobserved unobserved;
        const auto variable = variable_at(a.address, a.bytes, a.thread, a.pc);
        Finding f = about(FindingKind::use_after_free, a, variable);
        f.message = "a thread " + verb(a.is_write, a.strength) + " " +
                    (variable ? variable->element(a.address) : "device memory") +
                    ", which has been freed";
        f.other = source_line(allocation.freed_at);
        f.hint = "the order of cudaFree() and the launch";
        report(f);
    }
    stop_kernel(cudaErrorIllegalAddress);
}

[[noreturn]] void stop_misaligned(const Access& a) {
    {
        const Unobserved unobserved;
        const auto variable = variable_at(a.address, a.bytes, a.thread, a.pc);
        Finding f = about(FindingKind::misaligned, a, variable);
        f.message = "a thread " + verb(a.is_write, a.strength) + " " + size(a) + " at " +
                    (variable ? variable->element(a.address) : "an address") +
                    ", whose address is no multiple of " + std::to_string(a.bytes) + " but of " +
                    std::to_string(a.address & -a.address) + ": a GPU stops there";
        f.hint = "where the pointer was cast to a larger type, and from which element it starts";
        report(f);
    }
    stop_kernel(cudaErrorMisalignedAddress);
}

[[gnu::noinline]] void report_uninitialized(const Access& a) {
    const Unobserved unobserved;
    if (is_suspect_again(a)) return;
    const auto variable = variable_at(a.address, a.bytes, a.thread, a.pc);
    Finding f = about(FindingKind::uninitialized, a, variable);
    const bool shared = variable && variable->kind.find("shared") != std::string::npos;
    f.message = "a thread " + verb(a.is_write, a.strength) + " " +
                (variable ? variable->element(a.address) : "memory") +
                (shared ? ", which no thread of its block has written yet"
                        : ", which nobody has written since it was allocated");
    f.hint = shared ? "who should write it first: shared memory starts with garbage in every block"
                    : "a cudaMemset() or a copy before the launch, or the guard of the thread that "
                      "should have written it";
    suspect_uninitialized(a, f);
}

// --- where the access goes --------------------------------------------------------------------------

bool lies_where_site_was(const Access& a, const Site& site, std::uint64_t valid_for) {
    return site.valid_for == valid_for && a.address >= site.begin && a.address + a.bytes <= site.end;
}

/// Stops the kernel unless the access lies in one live allocation.
void check_allocation(const Access& a) {
    Site& site = site_of(a.pc);
    if (lies_where_site_was(a, site, memory::generation())) return;
    const auto allocation = memory::find(reinterpret_cast<const void*>(a.address));
    if (!allocation) stop_out_of_bounds(a);
    if (!allocation->live) stop_use_after_free(a, *allocation);
    if (!allocation->contains(a.address, a.bytes)) stop_out_of_bounds(a);
    site = {a.pc, allocation->begin, allocation->begin + allocation->bytes, memory::generation()};
}

/// Stops the kernel unless the access lies in one of the block's variables.
void check_shared_variable(const Access& a) {
    Site& site = site_of(a.pc);
    const Block& block = *a.thread.warp->block;
    if (lies_where_site_was(a, site, block.generation)) return;
    for (const SharedVariable& v : block.shared_variables)
        if (a.address >= v.begin && a.address + a.bytes <= v.begin + v.bytes) {
            site = {a.pc, v.begin, v.begin + v.bytes, block.generation};
            return;
        }
    stop_out_of_bounds(a);
}

/// What the compiler promises of an access, and what the kernel wants of it.
struct Nature {
    Strength strength = Strength::plain;
    bool is_aligned = true;  ///< to its size, as far as the compiler knows
    bool needs_value = true; ///< if it is a read: it would be wrong if nobody had written
};

/// Every access comes by here that is not shown to be harmless at once.
[[gnu::noinline]] void observe_carefully(Access a, Nature nature) {
    Block& block = *a.thread.warp->block;
    if (write_to_settle) settle_write();
    if (a.is_write && a.strength <= Strength::is_volatile) note_activity();
    const bool misaligned = nature.is_aligned && (a.address & (a.bytes - 1)) != 0; // dividing is slow

    shadow::Word* const history = history_of(a.address, block);
    if (!history) stop_out_of_bounds(a);
    bool has_value = true;
    if (memory::is_device_address(reinterpret_cast<const void*>(a.address))) {
        (a.is_write ? traffic.bytes_written : traffic.bytes_read) += static_cast<long long>(a.bytes);
        check_allocation(a);
        if (misaligned) stop_misaligned(a);
        has_value = shadow::any_initialized(a.address, a.bytes);
        observe_access(a, history, 0);
        if (a.is_write) shadow::mark_written(a.address, a.bytes);
    } else if (block.has_shared(a.address)) {
        check_shared_variable(a);
        if (misaligned) stop_misaligned(a);
        a.is_shared = true;
        a.ordered_below = block.watched.ordered_below;
        has_value = observe_access(a, history, block.watched.first_epoch);
    } else {
        if (misaligned) stop_misaligned(a);
        observe_access(a, history, 0);
    }
    if (!has_value && !a.is_write && nature.needs_value) report_uninitialized(a);
}

/// An aligned access of one word of shared memory that this block has touched before, and that every
/// other access to it since then is ordered with: nearly all are such. Remembers it, or returns false.
template <bool WRITE>
inline bool is_harmless_in_shared(Thread& thread, std::uintptr_t address, const void* pc) {
    const Warp& warp = *thread.warp;
    const Block& block = *warp.block;
    if (!block.has_shared(address) || address % 4 != 0) return false;
    shadow::Word& w = *shared_word(block, address);
    const Epoch epoch = warp.watched.epoch[thread.lane];
    const bool written_before_barrier =
        w.write.epoch < block.watched.ordered_below && w.write.epoch >= block.watched.first_epoch;
    if (!written_before_barrier || write_to_settle) return false;

    shadow::Word::Read& read = w.reads[0];
    if (WRITE) {
        const bool only_own_read = read.epoch < block.watched.ordered_below ||
                                   (read.epoch == epoch && read.lanes == thread.bit());
        if (!only_own_read || w.reads[1].epoch >= block.watched.ordered_below) return false;
        w = {{epoch, remembered(pc, thread.lane, Strength::plain)}, {}};
        note_activity();
        return true;
    }
    if (read.epoch >= block.watched.ordered_below) return false;
    read = {epoch, thread.bit(), remembered(pc, thread.lane, Strength::plain)};
    return true;
}

template <bool WRITE>
inline void observe(const volatile void* pointer, std::size_t bytes, const void* pc,
                    Nature nature = {}) {
    Thread* const thread = now.thread;
    if (!thread) return;
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const auto access = [&] { return MemoryAccess{pc, address, bytes, WRITE, nature.strength}; };
    if (thread->stack.contains(address)) { // private
        if (is_heard<&Watcher::access>()) announce<&Watcher::access>(*thread, access());
        return;
    }
    const bool is_atomic = nature.strength > Strength::is_volatile;
    if (!is_atomic && is_heard<&Watcher::access_comes>())
        announce<&Watcher::access_comes>(*thread, access());
    if (schedule.preempts_here()) {
        if (!thread->warp->last_load[thread->lane].spins) note_activity();
        yield();
    }
    const bool is_harmless = bytes == 4 && nature.strength == Strength::plain &&
                             is_harmless_in_shared<WRITE>(*thread, address, pc);
    if (!is_harmless)
        observe_carefully(
            {*thread, pc, address, bytes, WRITE, nature.strength, false, order::all_ordered_below},
            nature);
    if (!is_atomic && is_heard<&Watcher::access>()) announce<&Watcher::access>(*thread, access());
}

/// Volatile accesses are how older code waits for another thread, so a read lets the others run.
inline void observe_volatile_read(const volatile void* address, std::size_t bytes, const void* pc,
                                  bool aligned) {
    if (!now.thread) return;
    if (now.thread->stack.contains(reinterpret_cast<std::uintptr_t>(address))) return;
    wait_before_volatile_read(address, bytes, pc);
    observe<false>(address, bytes, pc, {Strength::is_volatile, aligned});
    order::strong_read(*now.thread, reinterpret_cast<std::uintptr_t>(address), MemoryOrder::relaxed,
                       Scope::device);
}

inline void observe_volatile_write(const volatile void* address, std::size_t bytes, const void* pc,
                                   bool aligned) {
    if (!now.thread) return;
    if (now.thread->stack.contains(reinterpret_cast<std::uintptr_t>(address))) return;
    wait_before_volatile_write(address, bytes, pc);
    observe<true>(address, bytes, pc, {Strength::is_volatile, aligned});
    order::strong_write(*now.thread, reinterpret_cast<std::uintptr_t>(address), MemoryOrder::relaxed,
                        Scope::device, false);
}

} // namespace

bool is_observed() { return program_is_observed; }

Cost cost() {
    return {launch_totals.launches, launch_totals.barriers_per_thread, traffic.bytes_read,
            traffic.bytes_written,  launch_totals.most_shared_bytes,   is_observed()};
}

void reset_cost() {
    launch_totals = {};
    traffic = {};
}

void observe_atomic(const volatile void* address, std::size_t bytes, AtomicKind kind, Scope scope,
                    const void* pc) {
    const Strength strength =
        scope == Scope::block ? Strength::atomic_in_block : Strength::atomic_in_device;
    const bool needs_value = kind != AtomicKind::store && kind != AtomicKind::exchange;
    if (kind == AtomicKind::compare_exchange) excuse_read_before(*now.thread, address);
    if (kind != AtomicKind::store) observe<false>(address, bytes, pc, {strength, true, needs_value});
    if (kind != AtomicKind::load) observe<true>(address, bytes, pc, {strength});
}

void observe_write(const void* address, std::size_t bytes, const void* pc) {
    observe<true>(address, bytes, pc);
}

void observe_bulk(const void* address, std::size_t bytes, bool write, Epoch copy, const void* pc) {
    Epoch& epoch = now.thread->warp->watched.epoch[now.thread->lane];
    const Access access{*now.thread,
                        pc,
                        reinterpret_cast<std::uintptr_t>(address),
                        bytes,
                        write,
                        Strength::plain,
                        false,
                        order::all_ordered_below};
    const Epoch own = std::exchange(epoch, copy);
    observe_carefully(access, {.is_aligned = false});
    epoch = own;
    if (!write) check_fenced(access);
}

void observe_copy(const void* to, const void* from, std::size_t bytes, const void* return_address) {
    // The runtime's own copies come by here, too; what lies elsewhere is theirs, or private.
    const auto shown = [](const void* address) {
        return now.thread &&
               (memory::is_device_address(address) ||
                now.thread->warp->block->has_shared(reinterpret_cast<std::uintptr_t>(address)));
    };
    if (bytes == 0) return;
    if (from && shown(from)) observe<false>(from, bytes, return_address, {.is_aligned = false});
    if (shown(to)) observe<true>(to, bytes, return_address, {.is_aligned = false});
}

} // namespace scanlab::sim

namespace sim = scanlab::sim;

#define SITE __builtin_return_address(0)

#define SCANLAB_OBSERVE(BYTES)                                                                         \
    void __tsan_read##BYTES(void* a) { sim::observe<false>(a, BYTES, SITE); }                          \
    void __tsan_write##BYTES(void* a) { sim::observe<true>(a, BYTES, SITE); }                          \
    void __tsan_unaligned_read##BYTES(void* a) {                                                       \
        sim::observe<false>(a, BYTES, SITE, {.is_aligned = false});                                    \
    }                                                                                                  \
    void __tsan_unaligned_write##BYTES(void* a) {                                                      \
        sim::observe<true>(a, BYTES, SITE, {.is_aligned = false});                                     \
    }                                                                                                  \
    void __tsan_read_write##BYTES(void* a) {                                                           \
        sim::observe<false>(a, BYTES, SITE), sim::observe<true>(a, BYTES, SITE);                       \
    }                                                                                                  \
    void __tsan_unaligned_read_write##BYTES(void* a) {                                                 \
        sim::observe<false>(a, BYTES, SITE, {.is_aligned = false});                                    \
        sim::observe<true>(a, BYTES, SITE, {.is_aligned = false});                                     \
    }                                                                                                  \
    void __tsan_volatile_read##BYTES(void* a) { sim::observe_volatile_read(a, BYTES, SITE, true); }    \
    void __tsan_volatile_write##BYTES(void* a) { sim::observe_volatile_write(a, BYTES, SITE, true); }  \
    void __tsan_unaligned_volatile_read##BYTES(void* a) {                                              \
        sim::observe_volatile_read(a, BYTES, SITE, false);                                             \
    }                                                                                                  \
    void __tsan_unaligned_volatile_write##BYTES(void* a) {                                             \
        sim::observe_volatile_write(a, BYTES, SITE, false);                                            \
    }

#pragma GCC visibility push(default)
extern "C" {

void __tsan_init() { sim::program_is_observed = true; }
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}

SCANLAB_OBSERVE(1)
SCANLAB_OBSERVE(2)
SCANLAB_OBSERVE(4)
SCANLAB_OBSERVE(8)
SCANLAB_OBSERVE(16)

void __tsan_read_range(void* a, std::size_t bytes) {
    sim::observe<false>(a, bytes, SITE, {.is_aligned = false});
}
void __tsan_write_range(void* a, std::size_t bytes) {
    sim::observe<true>(a, bytes, SITE, {.is_aligned = false});
}

// Host code of the same file may use std::atomic, which the compiler reports instead of compiling.
#define SCANLAB_HOST_ATOMICS(BITS)                                                                     \
    using u##BITS = std::uint##BITS##_t;                                                               \
    u##BITS __tsan_atomic##BITS##_load(const volatile u##BITS* a, int) {                               \
        return __atomic_load_n(a, 5);                                                                  \
    }                                                                                                  \
    void __tsan_atomic##BITS##_store(volatile u##BITS* a, u##BITS v, int) {                            \
        __atomic_store_n(a, v, 5);                                                                     \
    }                                                                                                  \
    u##BITS __tsan_atomic##BITS##_exchange(volatile u##BITS* a, u##BITS v, int) {                      \
        return __atomic_exchange_n(a, v, 5);                                                           \
    }                                                                                                  \
    u##BITS __tsan_atomic##BITS##_fetch_add(volatile u##BITS* a, u##BITS v, int) {                     \
        return __atomic_fetch_add(a, v, 5);                                                            \
    }                                                                                                  \
    u##BITS __tsan_atomic##BITS##_fetch_sub(volatile u##BITS* a, u##BITS v, int) {                     \
        return __atomic_fetch_sub(a, v, 5);                                                            \
    }                                                                                                  \
    u##BITS __tsan_atomic##BITS##_fetch_and(volatile u##BITS* a, u##BITS v, int) {                     \
        return __atomic_fetch_and(a, v, 5);                                                            \
    }                                                                                                  \
    u##BITS __tsan_atomic##BITS##_fetch_or(volatile u##BITS* a, u##BITS v, int) {                      \
        return __atomic_fetch_or(a, v, 5);                                                             \
    }                                                                                                  \
    u##BITS __tsan_atomic##BITS##_fetch_xor(volatile u##BITS* a, u##BITS v, int) {                     \
        return __atomic_fetch_xor(a, v, 5);                                                            \
    }                                                                                                  \
    int __tsan_atomic##BITS##_compare_exchange_strong(volatile u##BITS* a, u##BITS* e, u##BITS v, int, \
                                                      int) {                                           \
        return __atomic_compare_exchange_n(a, e, v, false, 5, 5);                                      \
    }                                                                                                  \
    int __tsan_atomic##BITS##_compare_exchange_weak(volatile u##BITS* a, u##BITS* e, u##BITS v, int,   \
                                                    int) {                                             \
        return __atomic_compare_exchange_n(a, e, v, true, 5, 5);                                       \
    }                                                                                                  \
    u##BITS __tsan_atomic##BITS##_compare_exchange_val(volatile u##BITS* a, u##BITS e, u##BITS v, int, \
                                                       int) {                                          \
        __atomic_compare_exchange_n(a, &e, v, false, 5, 5);                                            \
        return e;                                                                                      \
    }

SCANLAB_HOST_ATOMICS(8)
SCANLAB_HOST_ATOMICS(16)
SCANLAB_HOST_ATOMICS(32)
SCANLAB_HOST_ATOMICS(64)

void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(5); }
void __tsan_atomic_signal_fence(int) {}

} // extern "C"
#pragma GCC visibility pop
