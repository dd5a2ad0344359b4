/// \file
/// Execution spaces: what nvcc refuses because of `__global__`, `__device__` and `__host__`. The
/// simulator compiles a function once, for host and device alike, so any function could run anywhere;
/// the qualifiers leave annotations (host_defines.h), and here the calls that the compiler has made of
/// the program are compared with them.
#pragma once

#include "compile/ir/module.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab::instrument {

/// What the program was compiled with, of nvcc's options.
struct SpaceRules {
    bool relaxed_constexpr = false; ///< --expt-relaxed-constexpr
    bool extended_lambda = false;   ///< --extended-lambda
    bool is_separate = false; ///< what the module only declares may be the device's, in another file
};

/// A place in the source where something is of the wrong space, and a sentence about it.
struct Misplaced {
    std::string file;
    std::size_t line = 0;
    std::string what;

    auto operator<=>(const Misplaced&) const = default;
};

/// In the order of their places; none if nvcc would compile the program. Functions of
/// the simulator's headers run on both sides unless they say otherwise.
std::vector<Misplaced> misplaced(const Lines& lines, const SpaceRules& rules);

/// "program.cu:12: error: …\n" for each.
std::string text(const std::vector<Misplaced>& all);

} // namespace scanlab::instrument
