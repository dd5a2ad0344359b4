/// \file
/// What `nvcc --default-stream per-thread` includes first. It holds for the whole program here.
#pragma once

namespace scanlab::sim {

/// From now on stream 0 is the calling host thread's own. True.
bool use_per_thread_default_stream();
inline const bool default_stream_is_per_thread = use_per_thread_default_stream();

} // namespace scanlab::sim
