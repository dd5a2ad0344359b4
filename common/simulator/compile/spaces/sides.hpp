/// \file
/// What the two sides of a CUDA program have apart although its source names it once. nvcc compiles a
/// program for the host and for the device, so each side has its own string literals, tables of
/// constants, tables of virtual functions, and addresses of functions; a pointer to the host's is none
/// on a GPU. The simulator compiles a program once. So here device code gets constants of its own, and
/// host code gets addresses of its own for `__device__` functions.
#pragma once

#include "compile/hooks/device_variables.hpp"
#include "compile/spaces/spaces.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace scanlab::instrument {

struct SeparateSides {
    std::string module;
    std::vector<Belonging> belongings; ///< what is to be announced besides annotated variables
};

/// `chooses`: what functions of both sides hand on is chosen when they run. Without it they have what
/// is the device's, whoever runs them, and addresses of functions are the same for both sides.
SeparateSides with_separate_sides(std::string_view module, const Spaces& spaces, bool chooses);

} // namespace scanlab::instrument
