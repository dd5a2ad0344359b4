/// \file
/// Where the stack of a function's variables lies.
#pragma once

#include "frame.hpp"

#include <cstdint>

#ifdef __wasm__
#include "wasm.hpp"
#endif

namespace scanlab::sim::platform {

/// Below this address lie no variables of functions that have not ended. `frame_of_hook`: of the hook
/// that the program has called.
inline std::uintptr_t end_of_variables([[maybe_unused]] const void* frame_of_hook);

// --- implementation ---------------------------------------------------------------------------------

#ifdef __wasm__
/// What a function of the program has at the high end of its variables (faults_wasm.cpp).
struct ProgramFrame : Frame {
    std::uintptr_t end_of_variables; ///< their low end
};

inline std::uintptr_t end_of_variables(const void*) {
    return scanlab_frame ? static_cast<const ProgramFrame*>(scanlab_frame)->end_of_variables : 0;
}
#else
inline std::uintptr_t end_of_variables(const void* frame_of_hook) {
    return reinterpret_cast<std::uintptr_t>(frame_of_hook);
}
#endif

} // namespace scanlab::sim::platform
