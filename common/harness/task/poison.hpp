/// \file
/// What memory holds that nobody has written.
#pragma once

namespace scanlab {

/// Every byte of poisoned memory.
constexpr unsigned char poison_byte = 0xA5;
constexpr int poison_word = static_cast<int>(0xA5A5A5A5u); ///< every int of it

/// Every int of the simulator's fresh memory (UnsetMemory in
/// common/simulator/machine/base/sentinel.hpp).
constexpr int fresh_word = static_cast<int>(0x9d3f7ac5u);

constexpr bool is_poison(int v) { return v == poison_word || v == fresh_word; }

} // namespace scanlab
