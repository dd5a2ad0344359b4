/// \file
/// Makes a program's accesses of memory visible: before each load, store, atomic instruction and block copy of its
/// intermediate representation stands a call of the simulator (`watch/hooks.hpp`), which returns the address to use.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace scanlab::instrument {

/// An access that would go unseen. It is a mistake of the kit, not of the program.
struct Unobserved : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The module with its hooks. Throws Unobserved.
std::string instrumented(std::string_view module);

/// Throws Unobserved if an access of an instrumented module has no hook.
void check_complete(std::string_view module);

} // namespace scanlab::instrument
