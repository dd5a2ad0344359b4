/// \file
/// Undefined values, on their way from where a thread reads them to where they are used. A value that
/// is only propagated, by arithmetic, to the thread's own variables or to shared memory, is not used
/// before it is read there for more. Such uses are deferred: they are judged at the thread's next
/// store.
#pragma once

#include "watch/races/access.hpp"

#include <cstddef>

namespace scanlab::sim {

/// Whether accesses have to be looked at that are harmless otherwise: after a bad index, and once
/// a use is deferred.
extern bool looks_at_all;

namespace undefined {

/// Whether a thread has deferred a use.
extern bool is_some_deferred;

/// What a read is for, if its value is undefined.
struct Purpose {
    bool is_used = true;
    bool is_propagated = false; ///< its bits go on, to the thread's own variables
    bool is_deferred = false;   ///< the thread's next store puts what comes of it elsewhere
    bool is_moved = false;      ///< and that is what was read
};

/// Beside each byte of a variable of a thread's own: it has a value; it was given what comes of an
/// undefined one.
constexpr unsigned char set_mark = 1, given_mark = 2;
/// Whether the store that comes gives the variable what the thread has deferred to it.
bool gives(const void* variable);
/// A variable of the thread's own is read that is undefined, or was given what is; perhaps by a
/// library.
void read_own(void* variable, std::size_t bytes, bool is_given, Purpose purpose, const void* pc,
              bool by_library);
/// What the thread has propagated is read.
void read_propagated(Purpose purpose, const void* pc);
/// A branch comes that only selects, by its number in its function: perhaps by what the thread has
/// deferred to it. Then what it assigns is undefined where its sides meet; `written` has the
/// marks of a variable that has some, else it is null.
void selects(unsigned selection);
void selected(void* variable, std::size_t bytes, unsigned char* written, unsigned selection);
void selects_end(unsigned selection);
/// Memory is read, of which `has_value` says whether it has been written. `is_unset`: it has, by what
/// nobody had set before, whose bits may be moved on: they are found wherever they are used.
void read_memory(const Access& read, bool has_value, bool is_unset, Purpose purpose);
/// The host reads what nobody has set: memory, or, if that is null, a variable. Whether its bits go on,
/// to be found where they are used.
bool read_on_host(const void* memory, std::size_t bytes, Purpose purpose, const void* pc);
/// Memory is written, perhaps by what comes of that.
void write_memory(const Access& write);
/// The same on the stack, where the bits of an undefined value may lie.
void write_own_memory(const void* pc);

/// A thread uses an undefined variable of its own; or what it has been given, or has propagated.
void report_variable(const void* pc);
void report_propagated(const void* pc);
/// The same through an address.
void report_on_stack(const void* pc);

} // namespace undefined

/// A lane has got a value from the lane `from`, by a shuffle; or by another collective, if that is
/// negative.
void note_received(Thread& thread, Collective operation, int from, std::uint64_t value);

} // namespace scanlab::sim
