/// \file
/// The names of functions, as people write them.
#pragma once

#include <string>
#include <string_view>

namespace scanlab::sim {

/// "algorithms::scan<256>" of "void algorithms::scan<256>(int const*, int)"
std::string function_name(std::string_view demangled);

/// "scan": the name alone of the function that an instruction is part of; empty if it is not known.
std::string function_at(const void* instruction);

} // namespace scanlab::sim
