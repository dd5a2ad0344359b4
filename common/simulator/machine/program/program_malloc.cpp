// malloc() and free() of the whole program. Calls of a kernel go to the device's heap, all others to
// the C library.
#include "machine/memory/host_memory.hpp"
#include "machine/program/in_place_of_library.hpp"
#include "machine/program/kernel_heap.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdlib>

extern "C" {

#ifdef __GLIBC__
void* __libc_malloc(std::size_t bytes);
void __libc_free(void* pointer);
void* __libc_realloc(void* pointer, std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
#endif

#ifdef SCANLAB_IN_PLACE_OF
#define CALL scanlab::sim::call_on_host(__builtin_frame_address(0))

void* SCANLAB_IN_PLACE_OF(malloc)(std::size_t bytes) {
    const void* const site = __builtin_return_address(0);
    if (scanlab::sim::is_called_by_kernel(site))
        return scanlab::sim::kernel_malloc(bytes, alignof(std::max_align_t), site);
    void* const memory = SCANLAB_OF_LIBRARY(__libc_malloc, malloc)(bytes);
    scanlab::sim::begin_unset(memory, bytes);
    scanlab::sim::note_host_allocation(memory, bytes, CALL);
    return memory;
}

void* SCANLAB_IN_PLACE_OF(realloc)(void* pointer, std::size_t bytes) {
    const std::size_t before = scanlab::sim::forget_host_allocation(pointer);
    void* const memory = SCANLAB_OF_LIBRARY(__libc_realloc, realloc)(pointer, bytes);
    if (before != 0 && before < bytes)
        scanlab::sim::begin_unset(static_cast<char*>(memory) + before, bytes - before);
    scanlab::sim::note_host_allocation(memory, bytes, CALL);
    return memory;
}

void* SCANLAB_IN_PLACE_OF(calloc)(std::size_t count, std::size_t bytes) {
    void* const memory = SCANLAB_OF_LIBRARY(__libc_calloc, calloc)(count, bytes);
    scanlab::sim::note_host_allocation(memory, count * bytes, CALL);
    return memory;
}

void* SCANLAB_IN_PLACE_OF(aligned_alloc)(std::size_t alignment, std::size_t bytes) {
    void* const memory = SCANLAB_OF_LIBRARY(__libc_memalign, aligned_alloc)(alignment, bytes);
    scanlab::sim::note_host_allocation(memory, bytes, CALL);
    return memory;
}
int SCANLAB_IN_PLACE_OF(posix_memalign)(void** memory, std::size_t alignment, std::size_t bytes) {
    void* const found = SCANLAB_OF_LIBRARY(__libc_memalign, aligned_alloc)(alignment, bytes);
    if (!found) return ENOMEM;
    scanlab::sim::note_host_allocation(*memory = found, bytes, CALL);
    return 0;
}

void SCANLAB_IN_PLACE_OF(free)(void* pointer) {
    const void* const site = __builtin_return_address(0);
    if (scanlab::sim::is_called_by_kernel(site)) return scanlab::sim::kernel_free(pointer, site);
    if (scanlab::sim::is_in_device_memory(pointer))
        return scanlab::sim::report_host_free(pointer, CALL);
    scanlab::sim::note_host_free(pointer, CALL);
    SCANLAB_OF_LIBRARY(__libc_free, free)(pointer);
}
#undef CALL
#endif

} // extern "C"
