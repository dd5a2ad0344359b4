/// \file
/// The picture of a scan as a network: elements from left to right, steps from top to bottom.
#pragma once

#include "dataflow.hpp"
#include "picture.hpp"

namespace scanlab::diagrams {

/// Draws every addition, and the copies that matter. Throws std::logic_error if the recording does not
/// bear out what would be drawn, BadInput if there are too many elements.
Picture network(const Recording& recording, const Dataflow& flow);

} // namespace scanlab::diagrams
