// What the program's malloc() and free() are (../program.mjs): calls of a kernel go to the device's
// heap.
#include "machine/memory/host_memory.hpp"
#include "machine/program/kernel_heap.hpp"

#include <cstddef>
#include <cstdlib>
#include <cstring>

using namespace scanlab::sim;

extern "C" {

[[clang::export_name("scanlab_program_malloc")]] void* scanlab_program_malloc(std::size_t bytes) {
    const void* const site = __builtin_return_address(0);
    if (is_called_by_kernel(site)) return kernel_malloc(bytes, alignof(std::max_align_t), site);
    void* const memory = std::malloc(bytes);
    note_host_allocation(memory, bytes, site);
    return memory;
}

[[clang::export_name("scanlab_program_realloc")]] void* scanlab_program_realloc(void* pointer,
                                                                                std::size_t bytes) {
    forget_host_allocation(pointer);
    void* const memory = std::realloc(pointer, bytes);
    note_host_allocation(memory, bytes, __builtin_return_address(0));
    return memory;
}

[[clang::export_name("scanlab_program_free")]] void scanlab_program_free(void* pointer) {
    const void* const site = __builtin_return_address(0);
    if (is_called_by_kernel(site)) return kernel_free(pointer, site);
    if (is_in_device_memory(pointer)) return report_host_free(pointer, site);
    forget_host_allocation(pointer);
    std::free(pointer);
}
}
