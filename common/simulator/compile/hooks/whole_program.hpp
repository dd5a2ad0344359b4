/// \file
/// What nvcc does without -rdc: what is the device's only can be seen in its own file only, so that two
/// files may have functions or variables of one name.
#pragma once

#include <string>
#include <string_view>

namespace scanlab::instrument {

/// The module, whose __device__ functions that are not __host__ as well, and __device__, __constant__
/// and __managed__ variables, no other module sees.
std::string as_whole_program(std::string_view module);

} // namespace scanlab::instrument
