/// \file
/// Values that were never set, on their way from where a thread reads them to where they count. What is
/// only calculated with and stored in shared memory does not count before it is read there for more.
#pragma once

#include "watch/races/access.hpp"

#include <cstddef>

namespace scanlab::sim {

/// Whether accesses have to be looked at that are harmless otherwise: after a bad index, and once
/// something is carried that was never set.
extern bool looks_at_all;

namespace unset {

/// Whether a thread has carried what was never set.
extern bool is_some_carried;

/// What a read is for, if its value was never set.
struct Purpose {
    bool counts = true;
    bool is_moved = false;   ///< its bits are handed on, to the thread's own variables
    bool is_carried = false; ///< the thread's next store puts what comes of it elsewhere
};

/// Beside each byte of a variable of a thread's own: it has a value; it was given what comes of one
/// that was never set.
constexpr unsigned char set_mark = 1, given_mark = 2;
/// Whether the store that comes gives the variable what the thread has carried to it.
bool gives(const void* variable);
/// A variable of the thread's own that was never set, or given what never was, is read.
void read_own(void* variable, std::size_t bytes, bool is_given, Purpose purpose, const void* pc);
void read_received(Purpose purpose, const void* pc);
/// Memory is read, of which `has_value` says whether it has been written.
void read_memory(const Access& read, bool has_value, Purpose purpose);
/// Memory is written, perhaps by what comes of that.
void write_memory(const Access& write);
/// The same on the stack, where the bits of what was never set may lie.
void write_own_memory(const void* pc);

/// A thread uses a variable of its own that it has not set; or what it has been given, or has moved,
/// that was not.
void report_variable(const void* pc);
void report_received(const void* pc);
/// The same through an address.
void report_on_stack(const void* pc);

} // namespace unset

/// A lane has got a value from the lane `from`, by a shuffle; or by another collective, if that is
/// negative.
void note_received(Thread& thread, Collective operation, int from, std::uint64_t value);

} // namespace scanlab::sim
