/// \file
/// Sees every memory access of a kernel that was compiled for the checked build.
#pragma once

#include "machine/base/watched.hpp"
#include "machine/threads/variables.hpp"
#include "scanlab_sim/core.hpp"
#include "scanlab_sim/finding.hpp"

#include <cstddef>
#include <optional>

namespace scanlab::sim {

struct Access;
struct Thread;

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
extern Traffic traffic;

/// Whether the program was compiled to be observed.
bool is_observed();

/// An atomic access, which the CUDA headers perform. Returns where it is to be done.
void* observe_atomic(const volatile void* address, std::size_t bytes, AtomicKind kind, Scope scope,
                     const void* pc);

/// A plain write by a CUDA function.
void observe_write(const void* address, std::size_t bytes, const void* pc);

/// Whether the address is one that an access was sent to since it could not be done.
bool is_nowhere(const void* address);

/// A plain access by any function. Returns where it is to be done.
void* observe_plain(void* address, std::size_t bytes, bool write, const void* pc);

/// Whether the thread that runs has announced an atomic access of these bytes, the last one that any
/// has.
bool is_announced(std::uintptr_t address, std::size_t bytes);

/// What a finding names for a call of a hook that returns to `pc`: in a library's function, who called
/// that.
const void* site_of_user(const void* pc, const void* frame_of_hook);

/// A finding of an access of a variable, if it is known which.
Finding about(FindingKind kind, const Access& access, const std::optional<Variable>& variable);

/// A lane has got a value from the lane `from`, by a shuffle; or by another collective, if that is
/// negative.
void note_received(Thread& thread, Collective operation, int from, std::uint64_t value);

/// What a bulk copy does, in an epoch of its own, that the running thread starts.
void observe_bulk(const void* address, std::size_t bytes, bool write, Epoch copy, const void* pc);

} // namespace scanlab::sim
