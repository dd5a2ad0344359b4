/// \file
/// Where a value goes in a function.
#pragma once

#include "compile/definedness/selections.hpp"

#include <compare>

namespace scanlab::instrument {

/// What is given to a function, in which place.
struct Argument {
    std::string_view function; ///< "@f"
    std::size_t index;
    auto operator<=>(const Argument&) const = default;
};

struct Flow {
    bool is_used = false;       ///< something depends on it
    bool is_derived = false;    ///< by what does not propagate the sentinel
    bool is_calculated = false; ///< with arithmetic that does
    bool is_selected = false;   ///< another value is, by it
    bool is_returned = false;
    std::vector<const Selection*> selections; ///< that assign variables by it
    std::vector<Line> own;                    ///< lines that store it in the function's variables
    std::vector<Line> stores;                 ///< lines that store it elsewhere
    std::vector<Argument> passed;             ///< what it is given to, by value
};

/// Whether what is propagated in this type is recognised by its words; see
/// watch/definedness/undefined_bits.hpp.
bool keeps_bits(std::string_view type);

Flow flow_of(std::string_view value, const Uses& uses, const OwnVariables& variables,
             const Selections& selections);

/// What a plain load reads from.
std::optional<Operand> source_of_load(std::string_view line);
/// Whether it is a floating-point number that is loaded.
bool loads_float(std::string_view load);
/// Where a plain store puts its value.
std::string_view target_of(std::string_view store);

} // namespace scanlab::instrument
