/// \file
/// Integers that threads have divided by zero, or the least one by -1. A GPU goes on with some value,
/// so that is an error only where the value is read.
#pragma once

#include <cstdint>

namespace scanlab::sim::undefined {

struct Division {
    std::int64_t dividend, divisor;
    std::int64_t least;   ///< of the type; 0 if it has no sign
    const void* variable; ///< of the thread's own, which gets the quotient; null: nobody reads it
};
/// What to divide by instead: 1 if the quotient is undefined. The host's divisions are left alone.
std::int64_t divisor_of(const Division& division, const void* pc);

/// Whether some variable has such a quotient.
extern bool is_some_quotient;
/// The variable is read: stops the kernel if it has one.
void read_quotient(const void* variable);
/// It gets another value.
void set_quotient(const void* variable);

} // namespace scanlab::sim::undefined
