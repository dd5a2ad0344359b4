// The program's operator new and delete, unless it brings its own: in kernels those of the device's
// heap.
#include "machine/memory/host_memory.hpp"
#include "machine/program/kernel_heap.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

namespace sim = scanlab::sim;

#define SITE __builtin_return_address(0)
constexpr std::align_val_t usual{alignof(std::max_align_t)};

void* host_memory(std::size_t bytes, std::align_val_t alignment) noexcept {
    const auto multiple = static_cast<std::size_t>(alignment);
    if (alignment <= usual) return std::malloc(std::max<std::size_t>(bytes, 1));
    void* const memory = std::aligned_alloc(multiple, (std::max<std::size_t>(bytes, 1) + multiple - 1) /
                                                          multiple * multiple);
    sim::begin_unset(memory, bytes);
    return memory;
}

/// Null if there is none left: in a kernel, as on a GPU.
void* allocate(std::size_t bytes, const void* site, std::align_val_t alignment = usual) noexcept {
    if (!sim::is_called_by_kernel(site)) {
        void* const memory = host_memory(bytes, alignment);
        sim::note_host_allocation(memory, bytes, site);
        return memory;
    }
    return sim::kernel_malloc(bytes, static_cast<std::size_t>(alignment), site);
}

void* allocate_or_throw(std::size_t bytes, const void* site, std::align_val_t alignment = usual) {
    void* const memory = allocate(bytes, site, alignment);
    if (!memory && !sim::is_called_by_kernel(site)) std::__throw_bad_alloc();
    return memory;
}

void release(void* pointer, const void* site) noexcept {
    if (sim::is_called_by_kernel(site))
        sim::kernel_free(pointer, site);
    else if (sim::is_in_device_memory(pointer))
        sim::report_host_free(pointer, site);
    else {
        sim::note_host_free(pointer, site);
        std::free(pointer);
    }
}

} // namespace

#pragma GCC visibility push(default)
void* operator new(std::size_t bytes) { return allocate_or_throw(bytes, SITE); }
void* operator new[](std::size_t bytes) { return allocate_or_throw(bytes, SITE); }
void* operator new(std::size_t bytes, std::align_val_t a) { return allocate_or_throw(bytes, SITE, a); }
void* operator new[](std::size_t bytes, std::align_val_t a) {
    return allocate_or_throw(bytes, SITE, a);
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes, SITE); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
    return allocate(bytes, SITE);
}
void operator delete(void* pointer) noexcept { release(pointer, SITE); }
void operator delete[](void* pointer) noexcept { release(pointer, SITE); }
void operator delete(void* pointer, std::size_t) noexcept { release(pointer, SITE); }
void operator delete[](void* pointer, std::size_t) noexcept { release(pointer, SITE); }
void operator delete(void* pointer, std::align_val_t) noexcept { release(pointer, SITE); }
void operator delete[](void* pointer, std::align_val_t) noexcept { release(pointer, SITE); }
void operator delete(void* pointer, std::size_t, std::align_val_t) noexcept { release(pointer, SITE); }
void operator delete[](void* pointer, std::size_t, std::align_val_t) noexcept {
    release(pointer, SITE);
}
void operator delete(void* pointer, const std::nothrow_t&) noexcept { release(pointer, SITE); }
void operator delete[](void* pointer, const std::nothrow_t&) noexcept { release(pointer, SITE); }
#pragma GCC visibility pop
