// The compiler reports each access of a kernel to ThreadSanitizer's entry points (-fsanitize=thread).
// We link these instead of that library.
#include "observer.hpp"

#include "counters.hpp"
#include "fault.hpp"
#include "memory.hpp"
#include "scheduler.hpp"

#include <cuda_runtime_api.h>

#include <array>
#include <cstring>

// The linker's names for where the program's own image begins and ends.
extern "C" char __executable_start, _end; // NOLINT

namespace scanlab::sim {

namespace {

Traffic traffic;

/// After so many accesses in a row a thread has to let others run: it may be spinning on plain memory.
constexpr int accesses_between_yields = 20000;
int accesses_left = accesses_between_yields;

/// The allocation that an instruction touched last is most likely the one it touches next.
struct AllocationCache {
    static constexpr std::size_t entries = 64;
    std::array<std::uintptr_t, entries> begin{}, end{};
    std::uint64_t generation = 0;
};
AllocationCache cache;

[[noreturn]] void illegal_address(const void* pc, const volatile void* address, std::size_t bytes,
                                  bool write, const char* why) {
    char text[400];
    std::snprintf(text, sizeof text, "%s of %zu bytes at %p: %s", write ? "a write" : "a read", bytes,
                  const_cast<const void*>(address), why);
    kernel_fault_at(cudaErrorIllegalAddress, pc, text);
}

void check_global(const volatile void* address, std::size_t bytes, bool write, const void* pc) {
    if (cache.generation != memory::generation()) cache = {{}, {}, memory::generation()};
    const auto a = reinterpret_cast<std::uintptr_t>(address);
    const std::size_t entry = (reinterpret_cast<std::uintptr_t>(pc) >> 2) % AllocationCache::entries;
    if (a >= cache.begin[entry] && a + bytes <= cache.end[entry]) return;

    const auto allocation = memory::find(address);
    if (!allocation)
        illegal_address(pc, address, bytes, write, "no allocation of device memory is there");
    if (!allocation->live)
        illegal_address(pc, address, bytes, write, "this device memory has been freed");
    if (!allocation->contains(a, bytes))
        illegal_address(pc, address, bytes, write, "it crosses the end of its allocation");
    cache.begin[entry] = allocation->begin;
    cache.end[entry] = allocation->begin + allocation->bytes;
}

/// An access to neither device memory, nor the block's shared memory, nor the thread's own stack.
void check_elsewhere(const volatile void* address, std::size_t bytes, bool write, const void* pc) {
    const auto* a = static_cast<const volatile char*>(address);
    if (a >= &__executable_start && a < &_end) return; // __device__ and __constant__ variables
    illegal_address(pc, address, bytes, write,
                    "a kernel can't reach this memory (is it a host pointer?)");
}

inline void observe(const volatile void* address, std::size_t bytes, bool write, const void* pc,
                    bool atomic = false) {
    Thread* const thread = now.thread;
    if (!thread) return;
    const auto a = reinterpret_cast<std::uintptr_t>(address);
    if (memory::is_device_address(address)) {
        (write ? traffic.bytes_written : traffic.bytes_read) += static_cast<long long>(bytes);
        check_global(address, bytes, write, pc);
    } else if (thread->stack.contains(a)) {
        return; // private
    } else {
        const Block& block = *thread->warp->block;
        if (a - block.shared_begin >= shared_arena_bytes)
            check_elsewhere(address, bytes, write, pc);
        else if (a + bytes > block.shared_begin + block.shared_used)
            illegal_address(pc, address, bytes, write, "it lies behind the block's shared memory");
    }
    if (counters::active && !atomic) counters::access(*thread, pc, address, bytes, write);
    if (--accesses_left == 0) {
        accesses_left = accesses_between_yields;
        yield();
    }
}

} // namespace

Traffic global_traffic() { return traffic; }
void reset_traffic() { traffic.bytes_read = traffic.bytes_written = 0; }

void observe_atomic(const volatile void* address, std::size_t bytes, AtomicKind kind) {
    if (!traffic.observed) return;
    if (kind != AtomicKind::store) observe(address, bytes, false, __builtin_return_address(0), true);
    if (kind != AtomicKind::load) observe(address, bytes, true, __builtin_return_address(0), true);
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
    if (from && shown(from)) observe(from, bytes, false, return_address);
    if (shown(to)) observe(to, bytes, true, return_address);
}

} // namespace scanlab::sim

using scanlab::sim::observe;
namespace sim = scanlab::sim;

#define SITE __builtin_return_address(0)

// Volatile accesses are how older code waits for another thread, so a read lets the others run.
#define SCANLAB_OBSERVE(BYTES)                                                                         \
    void __tsan_read##BYTES(void* a) { observe(a, BYTES, false, SITE); }                               \
    void __tsan_write##BYTES(void* a) { observe(a, BYTES, true, SITE); }                               \
    void __tsan_unaligned_read##BYTES(void* a) { observe(a, BYTES, false, SITE); }                     \
    void __tsan_unaligned_write##BYTES(void* a) { observe(a, BYTES, true, SITE); }                     \
    void __tsan_read_write##BYTES(void* a) {                                                           \
        observe(a, BYTES, false, SITE), observe(a, BYTES, true, SITE);                                 \
    }                                                                                                  \
    void __tsan_unaligned_read_write##BYTES(void* a) { __tsan_read_write##BYTES(a); }                  \
    void __tsan_volatile_read##BYTES(void* a) {                                                        \
        if (sim::in_kernel()) sim::yield();                                                            \
        observe(a, BYTES, false, SITE);                                                                \
    }                                                                                                  \
    void __tsan_volatile_write##BYTES(void* a) { observe(a, BYTES, true, SITE); }                      \
    void __tsan_unaligned_volatile_read##BYTES(void* a) { __tsan_volatile_read##BYTES(a); }            \
    void __tsan_unaligned_volatile_write##BYTES(void* a) { __tsan_volatile_write##BYTES(a); }

extern "C" {

void __tsan_init() { sim::traffic.observed = true; }
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}

SCANLAB_OBSERVE(1)
SCANLAB_OBSERVE(2)
SCANLAB_OBSERVE(4)
SCANLAB_OBSERVE(8)
SCANLAB_OBSERVE(16)

void __tsan_read_range(void* a, std::size_t bytes) { observe(a, bytes, false, SITE); }
void __tsan_write_range(void* a, std::size_t bytes) { observe(a, bytes, true, SITE); }

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
