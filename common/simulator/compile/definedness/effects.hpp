/// \file
/// The analysis of definedness, in one place. A value that may be undefined is followed through its
/// function; what is known of it is an element of a chain, from which each instruction leads upwards:
///
/// - *defined*: it surely has been set, and no hook is needed.
/// - *propagated*: if it is undefined, its bits are still the sentinel. A hook finds that where it is
/// used.
/// - *derived*: if an operand was undefined, its bits do not say so. A hook asks at the store that
/// takes it.
/// - *used*: the program depends on it. A hook asks at the load.
///
/// What each kind of instruction does to such a value is a table, in effects.cpp. Across functions
/// (interprocedural.hpp) and between a function's variables (propagation.hpp) the states spread until
/// nothing changes; where a variable surely has been set, definite_assignment.hpp says.
#pragma once

#include <string_view>

namespace scanlab::instrument {

/// What an instruction does with an operand that may be undefined.
enum class Effect {
    ignores,    ///< it is for debuggers only
    propagates, ///< its result has the operand's bits, if they are the sentinel
    derives,    ///< its result is undefined if the operand is, which its bits do not say
    selects,    ///< it goes one way or the other
    stores,     ///< it leaves it in memory, or in a variable
    returns,    ///< it leaves it to the caller
    passes,     ///< it leaves it to a function that is known by name
    uses        ///< the program depends on it
};
Effect effect_on(std::string_view value, std::string_view instruction);

} // namespace scanlab::instrument
