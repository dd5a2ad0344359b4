// malloc() and free() of the whole program. Calls of a kernel go to the device's heap, all others to
// the C library, by the names that it has for those who stand in for it.
#include "machine/memory/host_memory.hpp"
#include "machine/program/kernel_heap.hpp"

#include <cerrno>
#include <cstddef>

extern "C" {

#ifdef __GLIBC__
void* __libc_malloc(std::size_t bytes);
void __libc_free(void* pointer);
void* __libc_realloc(void* pointer, std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);

[[gnu::visibility("default")]] void* malloc(std::size_t bytes) {
    const void* const site = __builtin_return_address(0);
    if (scanlab::sim::is_called_by_kernel(site))
        return scanlab::sim::kernel_malloc(bytes, alignof(std::max_align_t), site);
    void* const memory = __libc_malloc(bytes);
    scanlab::sim::begin_unset(memory, bytes);
    scanlab::sim::note_host_allocation(memory, bytes, site);
    return memory;
}

[[gnu::visibility("default")]] void* realloc(void* pointer, std::size_t bytes) {
    const std::size_t before = scanlab::sim::forget_host_allocation(pointer);
    void* const memory = __libc_realloc(pointer, bytes);
    if (before != 0 && before < bytes)
        scanlab::sim::begin_unset(static_cast<char*>(memory) + before, bytes - before);
    scanlab::sim::note_host_allocation(memory, bytes, __builtin_return_address(0));
    return memory;
}

[[gnu::visibility("default")]] void* calloc(std::size_t count, std::size_t bytes) {
    void* const memory = __libc_calloc(count, bytes);
    scanlab::sim::note_host_allocation(memory, count * bytes, __builtin_return_address(0));
    return memory;
}

[[gnu::visibility("default")]] void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
    void* const memory = __libc_memalign(alignment, bytes);
    scanlab::sim::note_host_allocation(memory, bytes, __builtin_return_address(0));
    return memory;
}
[[gnu::visibility("default")]] int posix_memalign(void** memory, std::size_t alignment,
                                                  std::size_t bytes) {
    void* const found = __libc_memalign(alignment, bytes);
    if (!found) return ENOMEM;
    scanlab::sim::note_host_allocation(*memory = found, bytes, __builtin_return_address(0));
    return 0;
}

[[gnu::visibility("default")]] void free(void* pointer) {
    const void* const site = __builtin_return_address(0);
    if (scanlab::sim::is_called_by_kernel(site)) return scanlab::sim::kernel_free(pointer, site);
    if (scanlab::sim::is_in_device_memory(pointer))
        return scanlab::sim::report_host_free(pointer, site);
    scanlab::sim::note_host_free(pointer, site);
    __libc_free(pointer);
}
#endif

} // extern "C"
