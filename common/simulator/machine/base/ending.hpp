/// \file
/// What is told when the program ends, however it does.
#pragma once

namespace scanlab::sim {

/// True for the first who asks: it is to say what is told at the end.
bool begin_to_end();
void tell_the_end();

/// Tells all that is told at the end, but what only a program could have done wrong that has come
/// there.
void finish_early();

} // namespace scanlab::sim
