/// \file
/// Execution spaces: what nvcc refuses because of `__global__`, `__device__` and `__host__`. The
/// simulator compiles a function once, for host and device alike, so any function could run anywhere;
/// the qualifiers leave annotations (host_defines.h), and here the calls that the compiler has made of
/// the program are compared with them.
#pragma once

#include "compile/ir/module.hpp"

#include <cstddef>
#include <map>
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

/// Which side runs a function: both run what the compiler has made up, for example.
enum class Side { device, host, both };
struct FunctionSide {
    Side side = Side::both;
    bool is_addressable = false; ///< a `__device__` function, whose address differs on the two sides
};

struct Spaces {
    /// In the order of their places; empty if nvcc would compile the program. Functions of the
    /// simulator's headers run on both sides unless they say otherwise.
    std::vector<Misplaced> misplaced;
    std::map<std::string, FunctionSide, std::less<>> functions; ///< "@f": those that the module defines
    /// "@_ZZ1fvE1n": static variables of device functions, which lie on the device, and whether the
    /// host runs the function, too.
    std::map<std::string, bool, std::less<>> static_variables;

    FunctionSide of(std::string_view function) const;
};
Spaces spaces_of(const Lines& lines, const SpaceRules& rules);

/// "program.cu:12: error: …\n" for each.
std::string text(const std::vector<Misplaced>& all);

} // namespace scanlab::instrument
