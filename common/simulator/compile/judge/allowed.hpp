/// \file
/// The functions that a judged program may call although it does not define them: what each does with
/// the memory that it is given, and who may call it.
#pragma once

#include "scanlab_sim/hooks.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace scanlab::instrument {

/// Memory that a function gets the address of.
struct Given {
    using Kind = hooks::Given; ///< what has to lie there
    int argument;
    Kind kind;
    std::size_t bytes = 0;   ///< as many
    int bytes_argument = -1; ///< or as that argument says
};

struct Allowed {
    std::string_view name; ///< "printf", "cudaFree(void*)"
    enum class How {
        itself,
        replaced,
        ends
    } how =
        How::itself; ///< whether it is called: or the simulator's in its place; or it ends the program
    bool only_kit = false; ///< only functions of the simulator's headers may call it
    std::vector<Given> given{};
};

/// Null if nobody may call it. `callee`: "@printf", which the program does not define.
const Allowed* allowed_function(std::string_view callee);
/// "@__scanlab_printf"
std::string instead_of(std::string_view callee);

bool is_allowed_intrinsic(std::string_view callee);

/// "@stderr": a variable of the C library of which the program may read the value.
bool is_readable_variable(std::string_view symbol);
/// One whose address the program may have, too, although it does not define it.
bool is_known_variable(std::string_view symbol);

/// On a function that nobody may call: how programs know it, and what to write instead.
struct Advice {
    std::string_view known_as, instead;
};
Advice advice_on(std::string_view demangled);

} // namespace scanlab::instrument
