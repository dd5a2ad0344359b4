// All memory is one array, which grows but never shrinks. Pages of it that nobody has touched take no
// memory.
#include "platform.hpp"

#include <algorithm>
#include <cstring>
#include <malloc.h>

namespace scanlab::sim::platform {

namespace {

constexpr std::size_t growth_bytes = 64 * 1024; ///< of the array's pages

std::size_t whole_pages(std::size_t bytes) { return (bytes + growth_bytes - 1) / growth_bytes; }

struct Piece {
    void* begin;
    std::size_t pages;
};
std::vector<Piece>& given_back() {
    static auto& pieces = *new std::vector<Piece>;
    return pieces;
}

bool is_zero(const char* begin, std::size_t bytes) {
    return std::all_of(begin, begin + bytes, [](char byte) { return byte == 0; });
}

} // namespace

std::size_t page_bytes() { return 4096; }

/// Half of it is the device's.
std::size_t physical_memory_bytes() { return most_device_addresses / 2 * 3; }

void* reserve(std::size_t bytes, Protection, std::uintptr_t) {
    const std::size_t pages = whole_pages(bytes);
    const auto same = std::ranges::find(given_back(), pages, &Piece::pages);
    if (same != given_back().end()) {
        void* const begin = same->begin;
        given_back().erase(same);
        zero(begin, pages * growth_bytes);
        return begin;
    }
    const std::size_t before = __builtin_wasm_memory_grow(0, pages);
    return before == ~std::size_t{0} ? nullptr : reinterpret_cast<void*>(before * growth_bytes);
}

void give_back(void* begin, std::size_t bytes) { given_back().push_back({begin, whole_pages(bytes)}); }

// Nothing can be closed: what goes where it may not is found by the hooks alone.
bool protect(void*, std::size_t, Protection) { return true; }
bool share(void*, std::size_t) { return false; }
void guard(void*) {}
void populate(void*, std::size_t) {}
void use_large_pages(void*, std::size_t) {}
void close_for_ever(void*, std::size_t) {}

/// Reads first: pages that are zero already need not appear.
void zero(void* begin, std::size_t bytes) {
    for (auto* at = static_cast<char*>(begin); bytes > 0;) {
        const std::size_t part = std::min(bytes, page_bytes());
        if (!is_zero(at, part)) std::memset(at, 0, part);
        at += part;
        bytes -= part;
    }
}

bool is_mapped(const void* begin, std::size_t bytes) {
    const std::uint64_t end = std::uint64_t{reinterpret_cast<std::uintptr_t>(begin)} + bytes;
    return begin && end <= std::uint64_t{__builtin_wasm_memory_size(0)} * growth_bytes;
}

bool is_allocated(const void* begin, std::size_t bytes) {
    const std::size_t usable = malloc_usable_size(const_cast<void*>(begin));
    return usable >= bytes && usable - bytes <= 2 * page_bytes();
}

} // namespace scanlab::sim::platform
