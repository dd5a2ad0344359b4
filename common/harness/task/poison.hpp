/// \file
/// What memory holds that nobody has written.
#pragma once

namespace scanlab {

/// Every byte of poisoned memory.
constexpr unsigned char poison_byte = 0xA5;
constexpr int poison_word = static_cast<int>(0xA5A5A5A5u); ///< every int of it

} // namespace scanlab
