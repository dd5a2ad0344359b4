/// \file
/// A radix sort: each pass counts digits, scans the counts, and moves the keys by them.
#pragma once

#include "picture.hpp"
#include "recording.hpp"

namespace scanlab::diagrams {

/// Keys stand in columns, and every row is an array: the input, what a tile has in shared memory, what
/// a pass has written. A key is followed by its value, which is unique. Between them stand the counts
/// and their scan. What is not as the CPU has it is wrong, or missing. Throws BadInput if the recording
/// isn't one of a sort by passes of digits of two bits.
Picture sort(const Recording& recording);

} // namespace scanlab::diagrams
