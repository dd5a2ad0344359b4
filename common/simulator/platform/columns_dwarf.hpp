/// \file
/// Where in its line an instruction comes from.
#pragma once

#include <cstdint>

namespace scanlab::sim::platform {

/// In bytes from 1 on; 0 if that is not known. Of code that was inlined, the column is one of the
/// innermost function's.
int column_at(std::uintptr_t instruction);

} // namespace scanlab::sim::platform
