/// \file
/// What lies on the stacks of checked programs.
#pragma once

namespace scanlab::sim {

/// A function's frame on the stack, as programs have it that keep frame pointers: checked ones do.
struct Frame {
    const Frame* caller;
    const void* returns_to;
};

} // namespace scanlab::sim
