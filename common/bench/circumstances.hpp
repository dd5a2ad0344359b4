/// \file
/// What a measurement depends on besides the program.
#pragma once

#include "results.hpp"

namespace scanlab {

/// Asks the system: date, processor, GPU with driver and clocks, compilers. `command`: what was typed.
Circumstances circumstances(const std::string& command, bool on_gpu);

} // namespace scanlab
