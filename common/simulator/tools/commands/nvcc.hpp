/// \file
/// Doing what a command line of nvcc's asks for, with the simulator in the place of the GPU.
#pragma once

#include "nvcc_options.hpp"

namespace scanlab {

/// Builds what compiling takes, unless it has been built: make may start many compilers at a time.
void require_compiler();

/// Compiles and links what the words of nvcc's command line name, having built what that takes, and
/// returns the program, of which there is one per folder and words. `fast`: optimised, and not
/// observed.
std::filesystem::path compile_several(const Words& words, bool fast);

/// Compiles, links and so on. Returns the exit code: that of the compiler that has complained, or 0.
int do_as_nvcc(const NvccCall& call);

} // namespace scanlab
