/// \file
/// Sees every memory access of a kernel that was compiled for the checked build.
#pragma once

#include "machine/base/watched.hpp"
#include "scanlab_sim/core.hpp"

#include <cstddef>
#include <cstdint>

namespace scanlab::sim {

/// An atomic access, which the CUDA headers perform. Returns where it is to be done.
void* observe_atomic(const volatile void* address, std::size_t bytes, AtomicKind kind, Scope scope,
                     const void* pc);

/// A plain write by a CUDA function.
void observe_write(const void* address, std::size_t bytes, const void* pc);

/// How many pointers into arrays that are members of structs functions have been given.
inline std::size_t members_given = 0;

/// Whether the address is one that an access was sent to since it could not be done.
bool is_nowhere(const void* address);

/// A plain access by any function. Returns where it is to be done.
void* observe_plain(void* address, std::size_t bytes, bool write, const void* pc);

/// Whether the thread that runs has announced an atomic access of these bytes, the last one that any
/// has.
bool is_announced(std::uintptr_t address, std::size_t bytes);

/// What a copy does, in an epoch of its own, that the running thread starts. Whether it can be done.
bool observe_copy(const void* address, std::size_t bytes, bool write, Epoch copy, const void* pc);
/// The same of a bulk copy, which accesses memory in another way than threads: what they have done
/// there has to be fenced.
bool observe_bulk_copy(const void* address, std::size_t bytes, bool write, Epoch copy, const void* pc);

/// A function of the C library that the host calls there reads or writes memory.
void observe_host_call(const void* begin, std::size_t bytes, bool is_write, const void* site,
                       const void* frame);

} // namespace scanlab::sim
