/// \file
/// Who has called, in WebAssembly (wasm.hpp). Every file of the runtime begins with this one there.
#pragma once

#include "wasm.hpp"

namespace scanlab::sim::platform {
inline void* address_of(const Frame& frame) { return const_cast<Frame*>(&frame); }
} // namespace scanlab::sim::platform

#define __builtin_return_address(level) (::scanlab_site)
/// Good until the end of the full expression.
#define __builtin_frame_address(level)                                                                 \
    ::scanlab::sim::platform::address_of({::scanlab_frame, ::scanlab_site})
