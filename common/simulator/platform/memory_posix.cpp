#include "platform.hpp"

#include <dlfcn.h>
#include <link.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

// The linker's names for where the runtime's own variables lie (own_variables.ld); null in its tests.
extern "C" [[gnu::weak]] char __start_scanlab_own_data[], __stop_scanlab_own_data[],
    __start_scanlab_own_bss[], // NOLINT
    __stop_scanlab_own_bss[];  // NOLINT

namespace scanlab::sim::platform {

namespace {

constexpr int private_pages = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

int flags_of(Protection protection) {
    return protection == Protection::open ? PROT_READ | PROT_WRITE : PROT_NONE;
}

std::size_t pages_in_memory() { return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)); }

} // namespace

std::size_t page_bytes() {
    static const std::size_t bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return bytes;
}

std::size_t physical_memory_bytes() { return pages_in_memory() * page_bytes(); }

void* reserve(std::size_t bytes, Protection protection, std::uintptr_t wish) {
    void* const pages =
        mmap(reinterpret_cast<void*>(wish), bytes, flags_of(protection), private_pages, -1, 0);
    return pages == MAP_FAILED ? nullptr : pages;
}

void give_back(void* begin, std::size_t bytes) { munmap(begin, bytes); }

bool protect(void* begin, std::size_t bytes, Protection protection) {
    return mprotect(begin, bytes, flags_of(protection)) == 0;
}

bool share(void* begin, std::size_t bytes) {
    constexpr int shared_pages = MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED;
    return mmap(begin, bytes, flags_of(Protection::open), shared_pages, -1, 0) != MAP_FAILED;
}

bool is_mapped(const void* begin, std::size_t bytes) {
    const auto address = reinterpret_cast<std::uintptr_t>(begin),
               page = address / page_bytes() * page_bytes();
    return msync(reinterpret_cast<void*>(page), address - page + bytes, MS_ASYNC) == 0;
}

bool is_allocated(const void* begin, std::size_t bytes) {
    const std::size_t usable = malloc_usable_size(const_cast<void*>(begin));
    return usable >= bytes && usable - bytes <= 2 * page_bytes(); // it rounds up, at most to pages
}

bool is_code(const void* address) {
    Dl_info info;
    return dladdr(address, &info) != 0;
}

void guard(void* page) {
    // Where the kernel can (Linux 6.13), the page is marked and the mapping stays whole: two more
    // mappings for each stack would make page faults, forks and the end of the program slow.
    constexpr int guard_install = 102; // MADV_GUARD_INSTALL, which older headers lack
    if (madvise(page, page_bytes(), guard_install) != 0) mprotect(page, page_bytes(), PROT_NONE);
}

void populate(void* begin, std::size_t bytes) {
    constexpr int populate_write = 23; // MADV_POPULATE_WRITE, since Linux 5.14; older headers lack it
    madvise(begin, bytes, populate_write);
}

void use_large_pages(void* begin, std::size_t bytes) {
    const auto from = reinterpret_cast<std::uintptr_t>(begin), to = from + bytes;
    const std::uintptr_t first = (from + large_page_bytes - 1) / large_page_bytes * large_page_bytes,
                         last = to / large_page_bytes * large_page_bytes;
    if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

void close_for_ever(void* begin, std::size_t bytes) {
    mmap(begin, bytes, PROT_NONE, private_pages | MAP_FIXED, -1, 0);
}

void zero(void* begin, std::size_t bytes) {
    const std::uintptr_t page = page_bytes();
    const auto from = reinterpret_cast<std::uintptr_t>(begin), to = from + bytes;
    const std::uintptr_t first = (from + page - 1) / page * page, last = to / page * page;
    if (first >= last) {
        std::memset(begin, 0, bytes);
        return;
    }
    std::memset(begin, 0, first - from);
    std::memset(reinterpret_cast<void*>(last), 0, to - last);
    madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

bool is_constant(std::uintptr_t address) {
    const auto holds = [](dl_phdr_info* image, std::size_t, void* wanted) {
        const auto at = *static_cast<std::uintptr_t*>(wanted) - image->dlpi_addr;
        for (int i = 0; i < image->dlpi_phnum; ++i) {
            const auto& segment = image->dlpi_phdr[i];
            const bool is_read_only =
                (segment.p_type == PT_LOAD && !(segment.p_flags & PF_W)) ||
                segment.p_type == PT_GNU_RELRO; // written only while the program is loaded
            if (is_read_only && at >= segment.p_vaddr && at < segment.p_vaddr + segment.p_memsz)
                return 1;
        }
        return 0;
    };
    return dl_iterate_phdr(holds, &address) != 0;
}

namespace {
using Ranges = std::vector<std::span<char>>;

/// What is left of them without what lies from `begin` to `end`.
Ranges without(const char* begin, const char* end, const Ranges& ranges) {
    Ranges rest;
    for (const std::span<char> range : ranges) {
        char *const first = range.data(), *const last = first + range.size();
        rest.emplace_back(first, std::clamp(const_cast<char*>(begin), first, last));
        rest.emplace_back(std::clamp(const_cast<char*>(end), first, last), last);
    }
    std::erase_if(rest, [](std::span<char> range) { return range.empty(); });
    return rest;
}

Ranges variables_of_images() {
    Ranges ranges;
    dl_iterate_phdr(
        [](dl_phdr_info* image, std::size_t, void* found) {
            if (!is_in_image(image->dlpi_phdr)) return 0;
            Ranges& all = *static_cast<Ranges*>(found);
            const auto address = [&](std::uintptr_t a) {
                return reinterpret_cast<char*>(image->dlpi_addr + a);
            };
            const std::span segments(image->dlpi_phdr, image->dlpi_phnum);
            for (const auto& s : segments)
                if (s.p_type == PT_LOAD && (s.p_flags & PF_W))
                    all.emplace_back(address(s.p_vaddr), s.p_memsz);
            for (const auto& s : segments)
                if (s.p_type == PT_GNU_RELRO)
                    all = without(address(s.p_vaddr), address(s.p_vaddr + s.p_memsz), all);
            return 0;
        },
        &ranges);
    return ranges;
}
} // namespace

std::vector<std::span<char>> variables_of_program() {
    return without(__start_scanlab_own_data, __stop_scanlab_own_data,
                   without(__start_scanlab_own_bss, __stop_scanlab_own_bss, variables_of_images()));
}

} // namespace scanlab::sim::platform
