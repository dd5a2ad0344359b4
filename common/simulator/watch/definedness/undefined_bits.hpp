/// \file
/// Local variables whose addresses go to other functions: they begin with a value that hardly any
/// program has, so that a read of a part that none has written is recognised by what it finds.
#pragma once

#include "machine/base/sentinel.hpp"

namespace scanlab::sim::undefined {

using Bits = UndefinedBits;

inline void fill(void* begin, std::size_t bytes) { Bits::fill(begin, bytes); }

/// Whether a variable on a stack still begins with that value, or with what copies bring of memory
/// that nobody has set.
inline bool is_undefined(std::uintptr_t address, std::size_t bytes) {
    return Bits::holds(address, bytes) || UnsetMemory::holds(address, bytes);
}

/// The same, or what is read is a part of a word of which only the first byte has been set; but not
/// that byte alone. (Whole words are compared whole, since of random ones too many share three bytes
/// with that value.)
inline bool is_undefined_in_part(std::uintptr_t address, std::size_t bytes) {
    const bool is_other_part =
        bytes < Bits::word_bytes && (bytes > 1 || address % Bits::word_bytes != 0);
    return is_undefined(address, bytes) ||
           (is_other_part &&
            (Bits::holds_but_first(address, bytes) || UnsetMemory::holds_but_first(address, bytes)));
}

/// The same of what a shuffle gives.
inline bool is_undefined(std::uint64_t bits) {
    const auto low = static_cast<std::uint32_t>(bits), high = static_cast<std::uint32_t>(bits >> 32);
    return low == Bits::word && (high == Bits::word || high == 0);
}

} // namespace scanlab::sim::undefined
