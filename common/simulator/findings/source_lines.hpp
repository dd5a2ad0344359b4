/// \file
/// Which line of the user's program an address of its code belongs to.
#pragma once

#include "finding.hpp"

namespace scanlab::sim {

/// The line of the kernel's code at an address, or of the innermost frame outside library headers, the
/// simulator's own among them, if the code there was inlined from them; line 0 if unknown.
SourceLine source_line(const void* return_address);

/// The same for the place that the running thread is at.
SourceLine current_source_line();

/// Whether the instruction is one of the program's own, and not of the simulator or of a library.
bool is_of_the_program(const void* instruction);

} // namespace scanlab::sim
