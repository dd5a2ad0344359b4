/// \file
/// Local variables whose addresses go to other functions: they begin with a value that hardly any
/// program has, so that a read of a part that none has written is recognised by what it finds.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace scanlab::sim::undefined {

constexpr std::size_t word_bytes = sizeof(std::uint32_t);
/// No random number of 31 bits is it. One such word is no float, and two no double: arithmetic hands
/// them on as they are.
constexpr std::uint32_t word = 0xfffdb1c3;
static_assert(std::endian::native == std::endian::little);

inline void fill(void* begin, std::size_t bytes) {
    auto* const to = static_cast<unsigned char*>(begin);
    for (std::size_t i = 0; i < bytes; ++i)
        to[i] = static_cast<unsigned char>(word >>
                                           8 * (reinterpret_cast<std::uintptr_t>(to + i) % word_bytes));
}

/// Whether all words that the bytes are parts of still have that value.
inline bool is_undefined(std::uintptr_t address, std::size_t bytes) {
    for (std::uintptr_t at = address / word_bytes * word_bytes; at < address + bytes;
         at += word_bytes) {
        std::uint32_t value;
        std::memcpy(&value, reinterpret_cast<const void*>(at), sizeof value);
        if (value != word) return false;
    }
    return bytes > 0;
}

/// The same of what a shuffle gives.
inline bool is_undefined(std::uint64_t bits) {
    const auto low = static_cast<std::uint32_t>(bits), high = static_cast<std::uint32_t>(bits >> 32);
    return low == word && (high == word || high == 0);
}

} // namespace scanlab::sim::undefined
