// Files that nobody can name: WebAssembly's C library has none. They lie in memory.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

struct MemoryFile {
    std::vector<char> bytes;
    std::size_t at = 0;
};
MemoryFile& file_of(void* cookie) { return *static_cast<MemoryFile*>(cookie); }

ssize_t read_next(void* cookie, char* to, std::size_t most) {
    MemoryFile& file = file_of(cookie);
    const std::size_t count = std::min(most, file.bytes.size() - std::min(file.at, file.bytes.size()));
    std::memcpy(to, file.bytes.data() + file.at, count);
    file.at += count;
    return static_cast<ssize_t>(count);
}

ssize_t write_next(void* cookie, const char* from, std::size_t count) {
    MemoryFile& file = file_of(cookie);
    if (file.bytes.size() < file.at + count) file.bytes.resize(file.at + count);
    std::memcpy(file.bytes.data() + file.at, from, count);
    file.at += count;
    return static_cast<ssize_t>(count);
}

int go_to(void* cookie, off_t* offset, int from) {
    MemoryFile& file = file_of(cookie);
    const off_t base = from == SEEK_SET   ? 0
                       : from == SEEK_CUR ? static_cast<off_t>(file.at)
                                          : static_cast<off_t>(file.bytes.size());
    if (base + *offset < 0) return -1;
    *offset += base;
    file.at = static_cast<std::size_t>(*offset);
    return 0;
}

int forget(void* cookie) {
    delete &file_of(cookie);
    return 0;
}

} // namespace

extern "C" std::FILE* tmpfile() {
    return fopencookie(new MemoryFile, "w+",
                       {.read = read_next, .write = write_next, .seek = go_to, .close = forget});
}
