/// \file
/// `./scanlab sim --shrink`: finds what bounds the work of a program that takes too long, and tries
/// smaller sizes. It only proposes: what it changes are copies.
#pragma once

#include "nvcc_options.hpp"

#include <filesystem>

namespace scanlab {

struct LongProgram {
    std::filesystem::path self; ///< this program, which compiles the copies
    Words compile;              ///< options for nvcc
    std::filesystem::path source;
    Words more_files, arguments;
    Words settings; ///< of the simulator: "SCANLAB_SIM_SMS=4"
};

/// Prints what it finds. Returns the exit code.
int propose_sizes(const LongProgram& program);

} // namespace scanlab
