/// \file
/// A stream compaction: which element is kept, its position, and its way to the output.
#pragma once

#include "descriptors.hpp"
#include "picture.hpp"
#include "recording.hpp"

namespace scanlab::diagrams {

/// Elements stand in columns, tiles side by side. An element is followed by its value, which is unique,
/// from the output back through the memory that it was read from. What is not as the CPU has it is
/// wrong, or missing. `descriptors` may be null: then the tiles don't say how much they keep.
/// Throws BadInput if the recording isn't one of a compaction.
Picture compaction(const Recording& recording, const Descriptors* descriptors);

} // namespace scanlab::diagrams
