/// \file
/// What the source calls the symbols of a module.
#pragma once

#include <string>
#include <string_view>

namespace scanlab::instrument {

/// "cudaFree(void*)" of "@_Z8cudaFreePv", "f" of "@f".
std::string demangled(std::string_view symbol);

/// The name by which C knows a function, whatever symbol a header has for it: "strtol" of
/// "@__isoc23_strtol", "fopen" of "@fopen64", "strcpy" of "@__strcpy_chk".
std::string_view name_in_c(std::string_view symbol);

/// "cudaFree(void*)", "strtol()"
std::string function_in_source(std::string_view symbol);

} // namespace scanlab::instrument
