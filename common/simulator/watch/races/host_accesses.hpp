/// \file
/// What the host does to memory, and the copies that it asks for: accesses like those of threads,
/// ordered by streams, events and waiting.
#pragma once

#include "machine/base/events.hpp"

#include <cstddef>
#include <cstdint>

namespace scanlab::sim {

struct Work;

/// The current work, a copy or a fill, accesses memory.
void observe_work(const void* begin, std::size_t bytes, bool is_write);
/// The current work frees it.
void observe_release(const void* begin, std::size_t bytes);
/// The work that has freed what lies there, if it was work; else null.
const Work* release_of(std::uintptr_t address);

/// The host accesses memory that kernels can reach, too.
void observe_host_access(std::uintptr_t address, std::size_t bytes, bool is_write, Strength strength,
                         const void* pc);
void observe_host_atomic(const AtomicAccess& access);

/// Memory of the host alone, that work in a stream may still be using.
extern bool some_copies_to_host;
void check_host_access(std::uintptr_t address, std::size_t bytes, bool is_write, const void* pc);
void check_host_free(const void* begin, const void* pc);
/// The current work is a function of the host, which gets this; it has to live until then.
void remember_data(const void* data);
/// The host is about to wait: does what lay on its stack still?
void check_data_on_stack();

} // namespace scanlab::sim
