/// \file
/// What the observer of accesses notes for other watchers.
#pragma once

namespace scanlab::sim {

/// Whether the program was compiled to be observed.
inline bool program_is_observed = false;
inline bool is_observed() { return program_is_observed; }

/// Of global memory, as threads asked for it: bytes.
struct Traffic {
    long long bytes_read = 0, bytes_written = 0;
    Traffic operator+(const Traffic& t) const {
        return {bytes_read + t.bytes_read, bytes_written + t.bytes_written};
    }
    Traffic operator-(const Traffic& t) const {
        return {bytes_read - t.bytes_read, bytes_written - t.bytes_written};
    }
};
inline Traffic traffic;

} // namespace scanlab::sim
