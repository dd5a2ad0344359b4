/// \file
/// Whether a program does only what the simulator can watch. A stranger's program is judged before it
/// is compiled to machine code, by its intermediate representation, before any function has been put
/// into another one: what is not on a list is not allowed. What can be told only when it runs, the
/// hooks see to (instrument.hpp).
#pragma once

#include "compile/ir/module.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace scanlab::instrument {

struct Objection {
    std::size_t line = 0; ///< of the source; 0 if it has no place there
    std::string rule;     ///< what is not allowed, as in "a call of system()"
    std::string instead;  ///< what to write; may be empty
};

/// In the order of their lines; none if the program may run.
std::vector<Objection> objections(const Lines& lines, const Module& module);

/// "line 12: a call of system() (instead: …)\n" for each.
std::string text(const std::vector<Objection>& objections);

} // namespace scanlab::instrument
