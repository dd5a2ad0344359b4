/// \file
/// Inputs from which a picture of a kernel can tell what its values are made of.
#pragma once

#include "host_array.hpp"

#include <cstdint>

namespace scanlab {

/// A number names the inputs that it sums: element i counts a digit of its own, to the base 4, so every
/// word says how often each element is in it, up to three times. If n is too large for that, these are
/// random_words().
HostArray summands(long long n, std::uint64_t seed);

/// Too many for digits, or not to be added up: random words whose runs all have different sums.
HostArray random_words(long long n, std::uint64_t seed);

/// Of random_words() half become 0, in no regular order.
HostArray half_of_words(long long n, std::uint64_t seed);

/// To be sorted by their lowest four bits as well as by all: different ones, in no order. Throws
/// UsageError if there are more than 16.
HostArray keys_of_four_bits(long long n, std::uint64_t seed);

} // namespace scanlab
