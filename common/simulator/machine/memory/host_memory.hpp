/// \file
/// How far the host's memory goes that copies read and write, as far as it can be known.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace scanlab::sim {

/// The innermost call that a function of the user's does: it has led, maybe through a container, to the
/// function with this frame.
const void* call_on_host(const void* frame) noexcept;
/// The program's own calls of malloc(), free(), new and delete on the host.
void note_host_allocation(void* pointer, std::size_t bytes, const void* site) noexcept;
/// Returns how many bytes it had; 0 if that is not known.
std::size_t forget_host_allocation(void* pointer) noexcept;
void note_host_free(void* pointer, const void* site) noexcept;
/// Memory that the host has just got, which nobody has set: sentinel.hpp.
void begin_unset(void* memory, std::size_t bytes) noexcept;

struct HostExtent {
    std::size_t bytes;        ///< from the pointer to the end
    std::string what;         ///< "an allocation of 40 bytes"
    const void* allocated_at; ///< null if that is not known
};

/// What is known of the memory that the host's pointer leads to, in the call that runs: an allocation
/// and a variable of the program have an end; a local variable ends where the frame of its function
/// does, in programs that keep frame pointers.
std::optional<HostExtent> host_extent(const void* pointer);

/// What the program has freed, and nobody has got since.
struct FreedHostMemory {
    std::size_t bytes;
    const void* freed_at;
};
/// That in which the pointer leads; none if it leads elsewhere.
std::optional<FreedHostMemory> freed_host_memory(const void* pointer);

} // namespace scanlab::sim
