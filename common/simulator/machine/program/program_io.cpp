// Functions of the C library by which the host reads and writes memory that this program's compiler
// does not see: what they do to memory that kernels reach is observed, too.
#include "machine/base/events.hpp"
#include "machine/memory/device_variables.hpp"
#include "machine/memory/memory.hpp"

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

#ifdef __GLIBC__
// By the names that it has for those who stand in for them.
extern "C" {
std::size_t _IO_fwrite(const void* from, std::size_t bytes, std::size_t count, FILE* file);
std::size_t _IO_fread(void* to, std::size_t bytes, std::size_t count, FILE* file);
std::ptrdiff_t __write(int file, const void* from, std::size_t bytes);
std::ptrdiff_t __read(int file, void* to, std::size_t bytes);

#define SCANLAB_NOTE(begin, bytes, is_write)                                                           \
    scanlab::sim::note_touch(begin, bytes, is_write, __builtin_return_address(0),                      \
                             __builtin_frame_address(0))

[[gnu::visibility("default")]] std::size_t fwrite(const void* from, std::size_t bytes,
                                                  std::size_t count, FILE* file) {
    SCANLAB_NOTE(from, bytes * count, false);
    return _IO_fwrite(from, bytes, count, file);
}
[[gnu::visibility("default")]] std::size_t fread(void* to, std::size_t bytes, std::size_t count,
                                                 FILE* file) {
    SCANLAB_NOTE(to, bytes * count, true);
    return _IO_fread(to, bytes, count, file);
}
[[gnu::visibility("default")]] std::ptrdiff_t write(int file, const void* from, std::size_t bytes) {
    SCANLAB_NOTE(from, bytes, false);
    return __write(file, from, bytes);
}
[[gnu::visibility("default")]] std::ptrdiff_t read(int file, void* to, std::size_t bytes) {
    SCANLAB_NOTE(to, bytes, true);
    return __read(file, to, bytes);
}
#undef SCANLAB_NOTE
} // extern "C"
#endif
