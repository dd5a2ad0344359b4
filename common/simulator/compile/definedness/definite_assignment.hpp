/// \file
/// Definite assignment: which variables a function may read before it has written what it reads. A
/// forward analysis of its basic blocks, in which a place is assigned at a label if it is at the end of
/// all blocks that lead there.
#pragma once

#include <cstddef>
#include <set>
#include <string_view>
#include <vector>

namespace scanlab::instrument {

/// What one line does with one variable.
struct AssignmentStep {
    std::size_t line, variable;
    std::size_t begin = 0, end = 0;    ///< bytes of the variable that it writes
    std::vector<std::size_t> needed{}; ///< offsets that have to have been written before
};

/// The variables that are not definitely assigned at one of the steps that need them. Those of one line
/// come in the order in which they happen.
std::set<std::size_t> not_definitely_assigned(const std::vector<std::string_view>& body,
                                              const std::vector<AssignmentStep>& steps);

} // namespace scanlab::instrument
