/// \file
/// The sizes that a line on correctness tries.
#pragma once

#include "check/check.hpp"

#include <string_view>

namespace scanlab::grader {

/// Sizes that tend to go wrong together.
enum class SizeClass {
    all,     ///< those of the next three
    whole,   ///< whole tiles and powers of two
    ragged,  ///< sizes that leave a tile partly empty
    edge,    ///< no element, and one
    extreme, ///< the same, and more elements than an int can count: see huge_size()
    many,    ///< more than 1024 tiles; with 64 threads per block, more tiles than threads
    few,     ///< four tiles: for block sizes, say
    crowded, ///< more tiles than run at a time, while other kernels hold all places for blocks but one
    stopped ///< the same, while half of the blocks stop after they have begun, until no other can go on
};

/// As in "whole". Throws UsageError if there is no such class.
SizeClass size_class_named(std::string_view text);

/// More than 2^31 elements: an index of 32 bits overflows. No machine has to hold so many, because few
/// blocks run.
long long huge_size(const Layout& layout);

/// The checks of a class, without the huge size. Some of the sizes follow from the seed, so that no
/// page can name them. `thorough`: with every kind of input, and at many sizes.
std::vector<Checks> checks_of(SizeClass sizes, Task task, const Layout& layout, bool thorough,
                              std::uint64_t seed, std::uint64_t order);

} // namespace scanlab::grader
