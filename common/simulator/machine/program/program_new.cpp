// The program's operator new and delete, unless it brings its own: in kernels those of the device's
// heap.
#include "machine/memory/host_memory.hpp"
#include "machine/program/kernel_heap.hpp"
#include "platform/frame.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

namespace sim = scanlab::sim;

#define FRAME static_cast<const sim::Frame*>(__builtin_frame_address(0))
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
void* allocate(std::size_t bytes, const sim::Frame* frame,
               std::align_val_t alignment = usual) noexcept {
    if (!sim::is_called_by_kernel(frame->returns_to)) {
        void* const memory = host_memory(bytes, alignment);
        sim::note_host_allocation(memory, bytes, sim::call_on_host(frame));
        return memory;
    }
    return sim::kernel_malloc(bytes, static_cast<std::size_t>(alignment), frame->returns_to);
}

void* allocate_or_throw(std::size_t bytes, const sim::Frame* frame,
                        std::align_val_t alignment = usual) {
    void* const memory = allocate(bytes, frame, alignment);
    if (!memory && !sim::is_called_by_kernel(frame->returns_to)) std::__throw_bad_alloc();
    return memory;
}

void release(void* pointer, const sim::Frame* frame) noexcept {
    if (sim::is_called_by_kernel(frame->returns_to))
        sim::kernel_free(pointer, frame->returns_to);
    else if (sim::is_in_device_memory(pointer))
        sim::report_host_free(pointer, sim::call_on_host(frame));
    else {
        sim::note_host_free(pointer, sim::call_on_host(frame));
        std::free(pointer);
    }
}

} // namespace

#pragma GCC visibility push(default)
void* operator new(std::size_t bytes) { return allocate_or_throw(bytes, FRAME); }
void* operator new[](std::size_t bytes) { return allocate_or_throw(bytes, FRAME); }
void* operator new(std::size_t bytes, std::align_val_t a) { return allocate_or_throw(bytes, FRAME, a); }
void* operator new[](std::size_t bytes, std::align_val_t a) {
    return allocate_or_throw(bytes, FRAME, a);
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes, FRAME); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
    return allocate(bytes, FRAME);
}
void operator delete(void* pointer) noexcept { release(pointer, FRAME); }
void operator delete[](void* pointer) noexcept { release(pointer, FRAME); }
void operator delete(void* pointer, std::size_t) noexcept { release(pointer, FRAME); }
void operator delete[](void* pointer, std::size_t) noexcept { release(pointer, FRAME); }
void operator delete(void* pointer, std::align_val_t) noexcept { release(pointer, FRAME); }
void operator delete[](void* pointer, std::align_val_t) noexcept { release(pointer, FRAME); }
void operator delete(void* pointer, std::size_t, std::align_val_t) noexcept { release(pointer, FRAME); }
void operator delete[](void* pointer, std::size_t, std::align_val_t) noexcept {
    release(pointer, FRAME);
}
void operator delete(void* pointer, const std::nothrow_t&) noexcept { release(pointer, FRAME); }
void operator delete[](void* pointer, const std::nothrow_t&) noexcept { release(pointer, FRAME); }
#pragma GCC visibility pop
