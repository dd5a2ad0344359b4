/// \file
/// All ways in which a program can end.
#pragma once

namespace scanlab::sim {

/// In a fork, which leaves to the other process what that has found.
void begin_as_fork();

} // namespace scanlab::sim
