/// \file
/// Values that hardly any program has, by which it is recognised that nobody has set what holds them.
#pragma once

#include "scanlab_sim/hooks.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace scanlab::sim {

/// A word that stands at each address that is a multiple of its size; parts of it before and behind.
template <std::uint32_t WORD>
struct Sentinel {
    static constexpr std::uint32_t word = WORD;
    static constexpr std::size_t word_bytes = sizeof word;
    static_assert(std::endian::native == std::endian::little);

    static void fill(void* begin, std::size_t bytes) {
        auto* to = static_cast<unsigned char*>(begin);
        auto* const end = to + bytes;
        const auto part = [&](unsigned char* until) {
            for (; to < until; ++to)
                *to = static_cast<unsigned char>(
                    WORD >> 8 * (reinterpret_cast<std::uintptr_t>(to) % word_bytes));
        };
        part(std::min(end, to + (word_bytes - reinterpret_cast<std::uintptr_t>(to) % word_bytes) %
                                    word_bytes));
        for (; end - to >= static_cast<std::ptrdiff_t>(word_bytes); to += word_bytes)
            std::memcpy(to, &word, word_bytes);
        part(end);
    }

    /// Whether all words that the bytes are parts of still have that value.
    static bool holds(std::uintptr_t address, std::size_t bytes) {
        for (std::uintptr_t at = address / word_bytes * word_bytes; at < address + bytes;
             at += word_bytes)
            if (at_word(at) != WORD) return false;
        return bytes > 0;
    }

    /// Whether one of the whole words among the bytes has that value.
    static bool some_in(const void* begin, std::size_t bytes) {
        const auto first = reinterpret_cast<std::uintptr_t>(begin), end = first + bytes;
        for (std::uintptr_t at = (first + word_bytes - 1) / word_bytes * word_bytes;
             at + word_bytes <= end; at += word_bytes)
            if (at_word(at) == WORD) return true;
        return false;
    }

    /// The same as holds(), but the first byte of a word may have been set, as where padding follows
    /// it.
    static bool holds_but_first(std::uintptr_t address, std::size_t bytes) {
        return address % word_bytes + bytes <= word_bytes && at_word(address) >> 8 == WORD >> 8;
    }

    /// Each word of the bytes that has that value gets another one.
    template <class Other>
    static void replace_by(void* begin, std::size_t bytes) {
        const auto first = reinterpret_cast<std::uintptr_t>(begin), end = first + bytes;
        for (std::uintptr_t at = (first + word_bytes - 1) / word_bytes * word_bytes;
             at + word_bytes <= end; at += word_bytes)
            if (at_word(at) == WORD) Other::fill(reinterpret_cast<void*>(at), word_bytes);
    }

private:
    static std::uint32_t at_word(std::uintptr_t at) {
        std::uint32_t value;
        std::memcpy(&value, reinterpret_cast<const void*>(at / word_bytes * word_bytes), sizeof value);
        return value;
    }
};

/// What memory holds that nobody has set: fresh memory of the device, and the host's, as far as a
/// checked program has it from malloc() or new, or on the stack. Copies carry it along. As a number it
/// is neither small nor round: no index, no size, no float that anybody calculates.
using UnsetMemory = Sentinel<hooks::unset_word>;

/// What variables on a stack of the device begin with whose addresses go to other functions, and what
/// is calculated from what was never set. One such word is no float, and two no double: arithmetic
/// hands them on as they are. As a number it is near the largest, since those near zero are sums,
/// differences and indices of somebody.
using UndefinedBits = Sentinel<hooks::undefined_word>;

} // namespace scanlab::sim
