/// \file
/// The host's mistakes with memory, streams and events, reported as findings at the API call that runs.
#pragma once

#include "findings/finding.hpp"
#include "machine/memory/host_memory.hpp"

#include <driver_types.h>

#include <cstddef>
#include <optional>
#include <string>

namespace scanlab::sim {

/// A copy or a fill that is wrong in some other way than those below.
void report_bad_copy(const std::string& message, const std::string& hint);

enum class Role { source, destination };

/// The host has freed the memory that a copy wants.
void report_freed_on_host(Role role, const FreedHostMemory& freed);

/// Not all of the bytes from `pointer` on are there to be read or written: the memory was freed, or is
/// shorter, or there is none.
void report_inaccessible(Role role, const void* pointer, std::size_t bytes);

/// The host's memory ends before the copy does; null: all that is known is that there is none.
void report_too_short_on_host(Role role, const std::optional<HostExtent>& extent, std::size_t bytes);

/// The host gets bytes none of which has been written since they were allocated.
void report_empty_copy(const void* from, std::size_t bytes);

/// The direction says "host" where a pointer leads to device memory, or the other way round.
void report_direction(cudaMemcpyKind kind, const void* to, const void* from, bool wrong_to,
                      bool wrong_from);

/// A copy between two device pointers whose direction says otherwise: GPUs carry it out.
void report_odd_direction(cudaMemcpyKind kind);

/// A copy between devices whose pointer leads to another one's memory than the call says: the pointer
/// decides.
void report_other_device(Role role, int owner, int named);

/// A stream or an event that was destroyed is used, or destroyed again.
void report_destroyed(const char* what, const SourceLine& here, const void* destroyed_at);
void report_destroyed_again(const char* what, const void* destroyed_at);

/// `function`, such as "cudaFree", cannot free this.
void report_bad_free(const void* pointer, const std::string& function);

/// Memory is not in use any more even if nobody frees it: report_leaks() is not to speak of it.
void forgive_leaks();

/// At the program's end: tells of memory that nobody has freed, unless the program met an error, after
/// which it may have ended early.
void report_leaks();

} // namespace scanlab::sim
