// The runtime's own operator new and delete (link_runtime.sh keeps them to itself), which it calls
// while a kernel runs, too: the program's would then take the memory from the device's heap.
#include <cstddef>
#include <cstdlib>
#include <new>

#ifdef __GLIBC__
extern "C" void __libc_free(void* pointer);
extern "C" void* __libc_memalign(std::size_t alignment, std::size_t bytes);
#define own_free __libc_free // free() is the program's, and asks what the runtime knows of the pointer
#define own_alloc __libc_memalign
#else
#define own_free std::free
#define own_alloc std::aligned_alloc
#endif

namespace {
[[gnu::noinline]] void* allocate(std::size_t bytes, std::align_val_t alignment) {
    const auto multiple = static_cast<std::size_t>(alignment);
    void* const memory = own_alloc(multiple, (bytes + multiple) / multiple * multiple);
    if (!memory) throw std::bad_alloc();
    return memory;
}
constexpr std::align_val_t usual{alignof(std::max_align_t)};
} // namespace

void* operator new(std::size_t bytes) { return allocate(bytes, usual); }
void* operator new[](std::size_t bytes) { return allocate(bytes, usual); }
void* operator new(std::size_t bytes, std::align_val_t a) { return allocate(bytes, a); }
void* operator new[](std::size_t bytes, std::align_val_t a) { return allocate(bytes, a); }
void operator delete(void* pointer) noexcept { own_free(pointer); }
void operator delete[](void* pointer) noexcept { own_free(pointer); }
void operator delete(void* pointer, std::size_t) noexcept { own_free(pointer); }
void operator delete[](void* pointer, std::size_t) noexcept { own_free(pointer); }
void operator delete(void* pointer, std::align_val_t) noexcept { own_free(pointer); }
void operator delete[](void* pointer, std::align_val_t) noexcept { own_free(pointer); }
void operator delete(void* pointer, std::size_t, std::align_val_t) noexcept { own_free(pointer); }
void operator delete[](void* pointer, std::size_t, std::align_val_t) noexcept { own_free(pointer); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    return own_alloc(16, bytes / 16 * 16 + 16);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
    return own_alloc(16, bytes / 16 * 16 + 16);
}
void operator delete(void* pointer, const std::nothrow_t&) noexcept { own_free(pointer); }
void operator delete[](void* pointer, const std::nothrow_t&) noexcept { own_free(pointer); }
