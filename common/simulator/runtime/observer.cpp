// The compiler reports each access of a kernel to ThreadSanitizer's entry points (-fsanitize=thread).
// We link these instead of that library.
#include "observer.hpp"

#include "fault.hpp"
#include "findings.hpp"
#include "happens_before.hpp"
#include "memory.hpp"
#include "races.hpp"
#include "schedule.hpp"
#include "scheduler.hpp"
#include "shadow.hpp"
#include "sites.hpp"
#include "variables.hpp"

#include <cuda_runtime_api.h>

#include <cstring>

// The linker's names for where the program's own image begins and ends.
extern "C" char __executable_start, _end; // NOLINT

namespace scanlab::sim {

namespace {

Traffic traffic;
bool program_is_observed = false;

// --- what is wrong with a single access
// ------------------------------------------------------------------

/// One access, as the messages speak of it.
struct Seen {
    const Thread& thread;
    Site& site;
    std::uintptr_t address;
    std::size_t bytes;
    bool write;
    Strength strength;

    std::string verb() const {
        const bool atomic =
            strength == Strength::atomic_in_block || strength == Strength::atomic_in_device;
        return std::string(atomic ? "atomically " : "") + (write ? "writes" : "reads");
    }
    std::string size() const { return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes"); }
};

Finding about(FindingKind kind, const Seen& a, const std::optional<Variable>& variable) {
    Finding f{.kind = kind, .at = source_line(a.site.pc), .position = position_of(a.thread)};
    if (variable) {
        f.variable = variable->name;
        f.index = variable->index_of(a.address);
    }
    return f;
}

[[noreturn]] void stop_out_of_bounds(const Seen& a) {
    {
        const Unobserved unobserved;
        const auto variable = variable_at(a.address, a.bytes, a.thread, a.site.pc);
        Finding f = about(FindingKind::out_of_bounds, a, variable);
        if (variable) {
            const std::size_t elements = variable->bytes / variable->element_bytes;
            f.message = "a thread " + a.verb() + " " + variable->element(a.address) + ", but the " +
                        variable->kind + " array " + variable->name + " has " +
                        std::to_string(elements) + (elements == 1 ? " element" : " elements") + ": " +
                        a.size() + ", " + distance_outside(*variable, a.address, a.bytes);
            f.hint = a.address < variable->begin
                         ? "the index: can it become negative, or wrap around?"
                         : "the index of the last thread, block and tile: does a guard (i < n) keep it "
                           "inside, and is the array large enough for all threads that reach it?";
        } else {
            f.message = "a thread " + a.verb() + " " + a.size() +
                        " where there is no memory that a kernel can reach";
            f.hint = "the pointer: is it a host pointer, null, or never set?";
        }
        report(f);
    }
    stop_kernel(cudaErrorIllegalAddress);
}

[[noreturn]] void stop_use_after_free(const Seen& a) {
    {
        const Unobserved unobserved;
        const auto variable = variable_at(a.address, a.bytes, a.thread, a.site.pc);
        Finding f = about(FindingKind::use_after_free, a, variable);
        f.message = "a thread " + a.verb() + " " +
                    (variable ? variable->element(a.address) : "device memory") +
                    ", which has been freed";
        f.hint = "the order of cudaFree() and the launch";
        report(f);
    }
    stop_kernel(cudaErrorIllegalAddress);
}

[[noreturn]] void stop_misaligned(const Seen& a) {
    {
        const Unobserved unobserved;
        const auto variable = variable_at(a.address, a.bytes, a.thread, a.site.pc);
        Finding f = about(FindingKind::misaligned, a, variable);
        f.message = "a thread " + a.verb() + " " + a.size() + " at " +
                    (variable ? variable->element(a.address) : "an address") +
                    ", whose address is no multiple of " + std::to_string(a.bytes) + " but of " +
                    std::to_string(a.address & -a.address) + ": a GPU stops there";
        f.hint = "where the pointer was cast to a larger type, and from which element it starts";
        report(f);
    }
    stop_kernel(cudaErrorMisalignedAddress);
}

[[gnu::noinline]] void report_uninitialized(const Seen& a) {
    const Unobserved unobserved;
    static RepeatedFindings& told = *new RepeatedFindings;
    if (told.count_again(number_of(a.site))) return;
    const auto variable = variable_at(a.address, a.bytes, a.thread, a.site.pc);
    Finding f = about(FindingKind::uninitialized, a, variable);
    const bool shared = variable && variable->kind.find("shared") != std::string::npos;
    f.message = "a thread " + a.verb() + " " + (variable ? variable->element(a.address) : "memory") +
                (shared ? ", which no thread of its block has written yet"
                        : ", which nobody has written since it was allocated");
    f.hint = shared ? "who should write it first: shared memory starts with garbage in every block"
                    : "a cudaMemset() or a copy before the launch, or the guard of the thread that "
                      "should have written it";
    told.add(number_of(a.site), report(f));
}

// --- where the access goes
// -------------------------------------------------------------------------------

/// Checks that the access lies in one live allocation, and remembers which.
[[gnu::noinline]] void find_allocation(const Seen& a) {
    const auto allocation = memory::find(reinterpret_cast<const void*>(a.address));
    if (!allocation) stop_out_of_bounds(a);
    if (!allocation->live) stop_use_after_free(a);
    if (!allocation->contains(a.address, a.bytes)) stop_out_of_bounds(a);
    a.site.begin = allocation->begin;
    a.site.end = allocation->begin + allocation->bytes;
    a.site.valid_for = memory::generation();
}

[[gnu::noinline]] void find_shared_variable(const Seen& a) {
    const Block& block = *a.thread.warp->block;
    for (const SharedVariable& v : block.shared_variables)
        if (a.address >= v.begin && a.address + a.bytes <= v.begin + v.bytes) {
            a.site.begin = v.begin;
            a.site.end = v.begin + v.bytes;
            a.site.valid_for = block.generation;
            return;
        }
    stop_out_of_bounds(a);
}

bool lies_in_image(std::uintptr_t a) { // __device__ and __constant__ variables
    return a >= reinterpret_cast<std::uintptr_t>(&__executable_start) &&
           a < reinterpret_cast<std::uintptr_t>(&_end);
}

bool lies_where_site_was(const Seen& a, std::uint64_t valid_for) {
    return a.site.valid_for == valid_for && a.address >= a.site.begin &&
           a.address + a.bytes <= a.site.end;
}

/// `aligned`: the compiler took the address for a multiple of the size.
template <bool WRITE>
inline void observe(const volatile void* pointer, std::size_t bytes, const void* pc,
                    Strength strength = Strength::plain, bool aligned = true,
                    bool needs_value = !WRITE) {
    Thread* const thread = now.thread;
    if (!thread) return;
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    if (thread->stack.contains(address)) return; // private
    if (write_to_settle) settle_write();
    if (schedule.preempts_here()) {
        if (!thread->warp->last_load[thread->lane].spins) note_activity();
        yield();
    }

    const Seen seen{*thread, site_of(pc), address, bytes, WRITE, strength};
    Block& block = *thread->warp->block;
    Access access{thread, &seen.site, address, bytes, strength, false, order::all_ordered_below};
    if (WRITE) note_activity();
    if (memory::is_device_address(pointer)) {
        (WRITE ? traffic.bytes_written : traffic.bytes_read) += static_cast<long long>(bytes);
        if (!lies_where_site_was(seen, memory::generation())) find_allocation(seen);
        if (aligned && address % bytes != 0) stop_misaligned(seen);
        if (needs_value && !shadow::any_initialized(address, bytes)) report_uninitialized(seen);
        if (WRITE) {
            observe_write(access, shadow::device_word(address));
            shadow::mark_written(address, bytes);
        } else {
            observe_read(access, shadow::device_word(address), 0);
        }
    } else if (address - block.shared_begin < shared_arena_bytes) {
        if (!lies_where_site_was(seen, block.generation)) find_shared_variable(seen);
        if (aligned && address % bytes != 0) stop_misaligned(seen);
        access.is_shared = true;
        access.ordered_below = block.ordered_below;
        shadow::Word* const word =
            block.shared_words + (address - block.shared_begin) / shadow::word_bytes;
        if (WRITE)
            observe_write(access, word);
        else if (!observe_read(access, word, block.first_epoch) && needs_value)
            report_uninitialized(seen);
    } else if (lies_in_image(address)) {
        if (aligned && address % bytes != 0) stop_misaligned(seen);
        if (WRITE)
            observe_write(access, shadow::image_word(address));
        else
            observe_read(access, shadow::image_word(address), 0);
    } else {
        stop_out_of_bounds(seen);
    }
}

/// Volatile accesses are how older code waits for another thread, so a read lets the others run.
inline void observe_volatile_read(const volatile void* address, std::size_t bytes, const void* pc,
                                  bool aligned) {
    if (!now.thread) return;
    if (now.thread->stack.contains(reinterpret_cast<std::uintptr_t>(address))) return;
    wait_before_volatile_read(address, bytes, pc);
    observe<false>(address, bytes, pc, Strength::is_volatile, aligned);
    order::strong_read(*now.thread, reinterpret_cast<std::uintptr_t>(address), MemoryOrder::relaxed,
                       Scope::device);
}

inline void observe_volatile_write(const volatile void* address, std::size_t bytes, const void* pc,
                                   bool aligned) {
    if (!now.thread) return;
    if (now.thread->stack.contains(reinterpret_cast<std::uintptr_t>(address))) return;
    observe<true>(address, bytes, pc, Strength::is_volatile, aligned);
    order::strong_write(*now.thread, reinterpret_cast<std::uintptr_t>(address), MemoryOrder::relaxed,
                        Scope::device, false);
}

} // namespace

bool is_observed() { return program_is_observed; }
Traffic global_traffic() { return traffic; }
void reset_traffic() { traffic = {}; }

void observe_atomic(const volatile void* address, std::size_t bytes, AtomicKind kind, Scope scope,
                    const void* pc) {
    const Strength strength =
        scope == Scope::block ? Strength::atomic_in_block : Strength::atomic_in_device;
    const bool needs_value = kind == AtomicKind::load || kind == AtomicKind::update;
    if (kind != AtomicKind::store) observe<false>(address, bytes, pc, strength, true, needs_value);
    if (kind != AtomicKind::load) observe<true>(address, bytes, pc, strength);
}

void observe_copy(const void* to, const void* from, std::size_t bytes, const void* return_address) {
    // The runtime's own copies come by here, too; what lies elsewhere is theirs, or private.
    const auto shown = [](const void* address) {
        return now.thread &&
               (memory::is_device_address(address) ||
                reinterpret_cast<std::uintptr_t>(address) - now.thread->warp->block->shared_begin <
                    shared_arena_bytes);
    };
    if (bytes == 0) return;
    if (from && shown(from)) observe<false>(from, bytes, return_address, Strength::plain, false);
    if (shown(to)) observe<true>(to, bytes, return_address, Strength::plain, false);
}

} // namespace scanlab::sim

namespace sim = scanlab::sim;

#define SITE __builtin_return_address(0)

#define SCANLAB_OBSERVE(BYTES)                                                                         \
    void __tsan_read##BYTES(void* a) { sim::observe<false>(a, BYTES, SITE); }                          \
    void __tsan_write##BYTES(void* a) { sim::observe<true>(a, BYTES, SITE); }                          \
    void __tsan_unaligned_read##BYTES(void* a) {                                                       \
        sim::observe<false>(a, BYTES, SITE, sim::Strength::plain, false);                              \
    }                                                                                                  \
    void __tsan_unaligned_write##BYTES(void* a) {                                                      \
        sim::observe<true>(a, BYTES, SITE, sim::Strength::plain, false);                               \
    }                                                                                                  \
    void __tsan_read_write##BYTES(void* a) {                                                           \
        sim::observe<false>(a, BYTES, SITE), sim::observe<true>(a, BYTES, SITE);                       \
    }                                                                                                  \
    void __tsan_unaligned_read_write##BYTES(void* a) {                                                 \
        sim::observe<false>(a, BYTES, SITE, sim::Strength::plain, false);                              \
        sim::observe<true>(a, BYTES, SITE, sim::Strength::plain, false);                               \
    }                                                                                                  \
    void __tsan_volatile_read##BYTES(void* a) { sim::observe_volatile_read(a, BYTES, SITE, true); }    \
    void __tsan_volatile_write##BYTES(void* a) { sim::observe_volatile_write(a, BYTES, SITE, true); }  \
    void __tsan_unaligned_volatile_read##BYTES(void* a) {                                              \
        sim::observe_volatile_read(a, BYTES, SITE, false);                                             \
    }                                                                                                  \
    void __tsan_unaligned_volatile_write##BYTES(void* a) {                                             \
        sim::observe_volatile_write(a, BYTES, SITE, false);                                            \
    }

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
    sim::observe<false>(a, bytes, SITE, sim::Strength::plain, false);
}
void __tsan_write_range(void* a, std::size_t bytes) {
    sim::observe<true>(a, bytes, SITE, sim::Strength::plain, false);
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
