/// \file
/// The smallest change that makes a program with races right.
#pragma once

#include "synchronisations.hpp"
#include "variants.hpp"

#include <string>
#include <vector>

namespace scanlab::sync {

struct Fix {
    std::vector<Edit> edits; ///< empty: none was found
    std::string leaves;      ///< what is still wrong with them; empty: nothing, under any schedule
};

/// Looks for edits after which nothing is found under any schedule. `unchanged`: what is found in the
/// program as it is. Throws Stopped if it cannot be compiled.
Fix find_fix(const TranslatedSource& source, const SyntaxTree& tree, const VariedProgram& program,
             const Exploration& unchanged);

} // namespace scanlab::sync
