/// \file
/// Quotients of integers that a function only keeps in variables of its own. A GPU goes on after a
/// division by zero, so such a quotient does no harm unless it is read.
#pragma once

#include "compile/definedness/own_variables.hpp"
#include "compile/ir/uses.hpp"

#include <map>
#include <set>

namespace scanlab::instrument {

/// A division whose quotient, or remainder, counts only where a variable is read.
struct KeptDivision {
    Operand dividend, divisor;
    bool is_signed = false;
    std::string_view variable; ///< empty: nobody reads the quotient
};

class Quotients {
public:
    Quotients(const Uses& uses, const OwnVariables& variables);

    /// Null if the line is no such division.
    const KeptDivision* division(std::string_view line) const;
    /// The variable that the line reads, or sets to something else; empty if it is none that keeps a
    /// quotient.
    std::string_view read_by(std::string_view line) const;
    std::string_view set_by(std::string_view line) const;

private:
    std::map<const char*, KeptDivision> divisions_; ///< by where their lines begin
    std::set<const char*> stores_;                  ///< of quotients
    std::set<std::string_view> variables_;
};

} // namespace scanlab::instrument
