/// \file
/// Where the stack of a function's variables lies.
#pragma once

namespace scanlab::sim::platform {

/// Whether a function's frame, as __builtin_frame_address() gives it, lies among its variables: in
/// WebAssembly it is only a number.
#ifdef __wasm__
inline constexpr bool frames_hold_variables = false;
#else
inline constexpr bool frames_hold_variables = true;
#endif

} // namespace scanlab::sim::platform
