/// \file
/// Makes a program's accesses of memory visible: before each load, store, atomic instruction and block
/// copy of its intermediate representation stands a call of the simulator (`watch/observer.cpp`),
/// which returns the address to use; what the numbers in it mean stands in `scanlab_sim/hooks.hpp`.
#pragma once

#include "compile/hooks/device_variables.hpp"

#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

namespace scanlab::instrument {

/// An access that would go unseen. It is a mistake of the kit, not of the program.
struct MissedAccess : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A judged program does what it may not; what() says where, and what to write instead, in a line for
/// each.
struct NotAllowed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// "@f" of functions that only the host runs.
using HostsFunctions = std::set<std::string, std::less<>>;

/// The module with its hooks. Throws MissedAccess. `kit`, the folder of the simulator's headers: it is
/// a stranger's program, which is judged (judge.hpp), and confined to its own memory and functions
/// (judged_program.hpp). Throws NotAllowed, too. `belongings`: what the module announces besides
/// annotated variables. `hosts`: who compiles the module optimises it (hooks/optimised_functions.hpp),
/// and only the host runs these functions (hooks/host_functions.hpp); null if nothing is to be
/// optimised.
std::string instrumented(std::string_view module, std::string_view kit = {},
                         const std::vector<Belonging>& belongings = {},
                         const HostsFunctions* hosts = nullptr);

/// Throws MissedAccess if an access of an instrumented module has no hook.
void check_complete(std::string_view module, std::string_view kit = {});

} // namespace scanlab::instrument
