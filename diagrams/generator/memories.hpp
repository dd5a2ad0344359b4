/// \file
/// The view of the memories: an array is a row of boxes whenever threads have written it, and a barrier
/// stands between the accesses that it keeps apart.
#pragma once

#include "dataflow.hpp"
#include "picture.hpp"

namespace scanlab::diagrams {

/// Of a kernel with one launch and one block. Throws BadInput of others, and of more than 16 elements.
Picture memories(const Recording& recording, const Dataflow& flow);

} // namespace scanlab::diagrams
