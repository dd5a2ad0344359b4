/// \file
/// The numbers in the calls that the instrumenter puts into a program, and that the runtime reads: both
/// have them from here, since no compiler looks at a call from one to the other.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace scanlab::hooks {

// What an access is, as bits.
inline constexpr unsigned write_bit = 1, volatile_bit = 2, aligned_bit = 4;
/// What is read may be undefined.
inline constexpr unsigned any_value_bit = 8;
/// What is read is not used here: it is propagated to the thread's own variables.
inline constexpr unsigned propagated_bit = 16;
/// Of a watched variable: undefined values may be propagated to it.
inline constexpr unsigned receives_undefined_bit = 32;
/// What is read is not used before the next store, which puts what comes of it elsewhere.
inline constexpr unsigned deferred_bit = 64;
/// What is read is not used before the next branch, which only selects what variables are given.
inline constexpr unsigned selected_bit = 128;

/// The alignment of an access of a watched variable, of which the logarithm stands above all other
/// bits.
inline constexpr unsigned alignment_shift = 8;
constexpr unsigned alignment_bits(std::size_t alignment) {
    return static_cast<unsigned>(std::bit_width(alignment | 1) - 1) << alignment_shift;
}

/// What memory holds that nobody has set, and what comes of it (machine/base/sentinel.hpp).
inline constexpr std::uint32_t unset_word = 0x9d3f7ac5, undefined_word = 0x7ffdb1c3;

/// What an atomic instruction does.
enum class Atomic { load, store, update };

/// What has to lie where a judged program lets a function of the runtime work: memory of the program's
/// own, to be written; device memory; any that it may read; a variable of the device; a string; a
/// declaration of a shared variable.
enum class Given { own, device, readable, device_variable, string, declaration };

/// What a judged program may do with a variable of its own.
enum class OwnVariable : std::size_t { readable, writable, declaration };

} // namespace scanlab::hooks
