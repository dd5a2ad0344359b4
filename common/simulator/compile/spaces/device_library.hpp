/// \file
/// The functions that device code may call although the program does not mark them `__device__`.
#pragma once

#include <string_view>

namespace scanlab::instrument {

/// Whether CUDA has the function for device code, as its Programming Guide and headers say: "printf",
/// "cudaMalloc", "std::move". `name` is the name in C, or in C++ without template arguments and
/// parameters.
bool is_on_devices(std::string_view name);

/// Whether the compiler calls the symbol by itself, in code that nobody has written: "_Unwind_Resume".
bool is_of_compiler(std::string_view symbol);

} // namespace scanlab::instrument
