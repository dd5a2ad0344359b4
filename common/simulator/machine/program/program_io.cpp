// Functions of the C library by which the host reads and writes memory that this program's compiler
// does not see: what they do to memory that kernels reach is observed, too.
#include "machine/base/events.hpp"
#include "machine/memory/device_variables.hpp"
#include "machine/memory/memory.hpp"
#include "machine/program/in_place_of_library.hpp"

#include <cstddef>
#include <cstdio>

namespace scanlab::sim {

namespace {
[[maybe_unused]] void note_touch(const void* begin, std::size_t bytes, bool is_write, const void* site,
                                 const void* frame) {
    const bool is_shared =
        memory::is_device_address(begin) || is_registered(reinterpret_cast<std::uintptr_t>(begin));
    if (bytes == 0 || !is_shared) return;
    announce<&Watcher::host_touches>(begin, bytes, is_write, site, frame);
}
} // namespace

} // namespace scanlab::sim

extern "C" {
#if defined(__GLIBC__)
std::size_t _IO_fwrite(const void* from, std::size_t bytes, std::size_t count, FILE* file);
std::size_t _IO_fread(void* to, std::size_t bytes, std::size_t count, FILE* file);
std::ptrdiff_t __write(int file, const void* from, std::size_t bytes);
std::ptrdiff_t __read(int file, void* to, std::size_t bytes);
#elif defined(__wasm__)
std::ptrdiff_t write(int file, const void* from, std::size_t bytes);
std::ptrdiff_t read(int file, void* to, std::size_t bytes);
#endif

#ifdef SCANLAB_IN_PLACE_OF
#define SCANLAB_NOTE(begin, bytes, is_write)                                                           \
    scanlab::sim::note_touch(begin, bytes, is_write, __builtin_return_address(0),                      \
                             __builtin_frame_address(0))

std::size_t SCANLAB_IN_PLACE_OF(fwrite)(const void* from, std::size_t bytes, std::size_t count,
                                        FILE* file) {
    SCANLAB_NOTE(from, bytes * count, false);
    return SCANLAB_OF_LIBRARY(_IO_fwrite, fwrite)(from, bytes, count, file);
}
std::size_t SCANLAB_IN_PLACE_OF(fread)(void* to, std::size_t bytes, std::size_t count, FILE* file) {
    SCANLAB_NOTE(to, bytes * count, true);
    return SCANLAB_OF_LIBRARY(_IO_fread, fread)(to, bytes, count, file);
}
std::ptrdiff_t SCANLAB_IN_PLACE_OF(write)(int file, const void* from, std::size_t bytes) {
    SCANLAB_NOTE(from, bytes, false);
    return SCANLAB_OF_LIBRARY(__write, write)(file, from, bytes);
}
std::ptrdiff_t SCANLAB_IN_PLACE_OF(read)(int file, void* to, std::size_t bytes) {
    SCANLAB_NOTE(to, bytes, true);
    return SCANLAB_OF_LIBRARY(__read, read)(file, to, bytes);
}
#undef SCANLAB_NOTE
#endif
} // extern "C"
