/// \file
/// printf() in kernels.
#pragma once

#include <cstddef>

namespace scanlab::sim {

/// cudaLimitPrintfFifoSize: what a launch may print.
extern std::size_t printf_bytes;

} // namespace scanlab::sim
