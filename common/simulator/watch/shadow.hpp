/// \file
/// What is remembered of memory: who wrote and read each word last, and which bytes hold a value.
#pragma once

#include "machine/memory.hpp"
#include "machine/watched.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace scanlab::sim::shadow {

/// The accesses to four bytes of memory that a later one may conflict with: the last write, and reads
/// since then that nothing has ordered among themselves. Two of those are enough for programs that
/// synchronise by barriers alone: any writer that conflicts with a third conflicts with one of them.
/// (Flanagan and Freund, "FastTrack", PLDI 2009, which keeps one or all.)
struct Word {
    struct Write {
        Epoch epoch;
        std::uint32_t access; ///< packed: see races.cpp
    } write;
    struct Read {
        Epoch epoch;
        std::uint32_t lanes; ///< of the epoch's warp
        std::uint32_t access;
    };
    std::array<Read, 2> reads;

    /// Stands in write.epoch of a word whose bytes have histories of their own, at reads[0].epoch.
    static constexpr Epoch split = ~Epoch{0};
};
static_assert(sizeof(Word) == 32);

constexpr std::size_t word_bytes = 4;

/// The history of the word that holds this address of device memory, or of a `__device__` variable.
inline Word* device_word(std::uintptr_t address);
Word* image_word(std::uintptr_t address);

/// The histories of the four bytes of a word; makes them the first time.
Word* bytes_of(Word& word);

/// The histories of the shared memory that begins there: always the same.
Word* shared_words(std::uintptr_t begin, std::size_t bytes);

/// Reserves the histories of all device memory; false if the addresses are not to be had.
bool reserve(const memory::Range& device_range);
/// Forgets accesses and values: the memory was given back.
void forget(std::uintptr_t begin, std::size_t bytes);
/// Forgets all accesses to all memory: epochs are counted anew.
void forget_accesses();

// --- which bytes hold a value -----------------------------------------------------------------------

void mark_initialized(std::uintptr_t begin, std::size_t bytes);
/// The host does something to device memory; other addresses are let be.
void host_fills(const void* begin, std::size_t bytes);
void host_copies(const void* to, const void* from, std::size_t bytes);
/// Whether some of the bytes hold a value.
inline bool any_initialized(std::uintptr_t begin, std::size_t bytes);

// --- implementation ---------------------------------------------------------------------------------

extern Word* device_words;
extern unsigned char* device_initialized; ///< a bit a byte

inline Word* device_word(std::uintptr_t address) {
    return device_words + (address - memory::device_range.begin) / word_bytes;
}

bool any_initialized_bytewise(std::uintptr_t begin, std::size_t bytes);

inline bool any_initialized(std::uintptr_t begin, std::size_t bytes) {
    const std::uintptr_t offset = begin - memory::device_range.begin;
    if (offset % 8 + bytes <= 8) [[likely]]
        return device_initialized[offset / 8] >> offset % 8 & ((1u << bytes) - 1);
    return any_initialized_bytewise(begin, bytes);
}

/// The same as mark_initialized(), for few bytes.
inline void mark_written(std::uintptr_t begin, std::size_t bytes) {
    const std::uintptr_t offset = begin - memory::device_range.begin;
    if (offset % 8 + bytes <= 8) [[likely]]
        device_initialized[offset / 8] |= static_cast<unsigned char>(((1u << bytes) - 1) << offset % 8);
    else
        mark_initialized(begin, bytes);
}

} // namespace scanlab::sim::shadow
