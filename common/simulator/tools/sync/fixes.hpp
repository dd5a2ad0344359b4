/// \file
/// The smallest change that makes a program with races right.
#pragma once

#include "synchronisations.hpp"
#include "variants.hpp"

#include <optional>
#include <string>
#include <vector>

namespace scanlab::sync {

struct Fix {
    std::vector<Edit> edits; ///< empty: none was found
    std::string cost;        ///< a sentence: at how many barriers threads wait
    std::string leaves;      ///< what is still wrong with them; empty: nothing, under any schedule
};

/// What is wrong with a program first: a race, or else another error.
std::optional<Exploration::Entry> first_error(const Exploration& found);

/// What find_fix() tries, each alone and some together.
std::vector<Alternative> possible_fixes(const TranslatedSource& source, const SyntaxTree& tree);

/// Looks for edits after which nothing is found under any schedule. `variants`: of the program, with
/// all possible fixes among the alternatives. Throws Stopped if what is found cannot be compiled.
Fix find_fix(const TranslatedSource& source, const SyntaxTree& tree, const VariedProgram& program,
             Variants& variants);

} // namespace scanlab::sync
