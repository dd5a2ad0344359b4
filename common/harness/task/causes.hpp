/// \file
/// What the ways in which tasks go wrong have in common.
#pragma once

#include "format.hpp"
#include "poison.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace scanlab {

/// What *kept holds that nobody has written.
constexpr auto never_counted = static_cast<long long>(0x0101010101010101u * poison_byte);

/// Whether nobody has written anything of an output.
inline bool is_untouched(std::span<const int> got) { return std::ranges::all_of(got, is_poison); }
/// Whether nobody has written some of it.
inline bool has_gaps(std::span<const int> got) { return std::ranges::any_of(got, is_poison); }

/// What elements hold that nobody has written.
constexpr const char* filler_text = "the filler value that was there before the call";

/// Whether two arrays hold the same elements, in whatever order.
inline bool same_elements(std::span<const int> a, std::span<const int> b) {
    std::vector<int> sorted_a(a.begin(), a.end()), sorted_b(b.begin(), b.end());
    std::ranges::sort(sorted_a);
    std::ranges::sort(sorted_b);
    return sorted_a == sorted_b;
}

} // namespace scanlab
