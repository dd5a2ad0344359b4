/// \file
/// How random number generators leap ahead.
#pragma once

#include <cstdint>

namespace scanlab::sim {

/// What Marsaglia's xorshift generator of 160 bits makes of its words in `steps` steps, 2^`shift` times
/// as many.
void skip_xorshift(std::uint32_t (&words)[5], std::uint64_t steps, unsigned shift);

} // namespace scanlab::sim
