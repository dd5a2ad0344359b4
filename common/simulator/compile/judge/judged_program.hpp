/// \file
/// What a judged module gets besides the hooks of any other: nothing that it defines can take the place
/// of something else, and the simulator knows its variables and functions, so that it touches and calls
/// nothing but those (watch/confinement/confinement.hpp).
#pragma once

#include "compile/hooks/device_variables.hpp"
#include "compile/ir/module.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace scanlab::instrument {

/// The line, which defines a variable or a function, or declares one that is replaced, as it stands in
/// a judged module.
std::string internal_variable(std::string_view line);
std::string internal_function(std::string_view definition);
std::string replaced_declaration(std::string_view line);

/// A number for the type of the function that is called or defined: for it alike pointers are one type.
/// A function is called by an address only by its own type: else it would take for its parameters what
/// lies in registers and on the caller's stack.
std::uint64_t signature(std::string_view definition_or_call, std::string_view name,
                        std::string_view parameters, const Types& types);
/// Whether the call has the type of the function's definition or declaration. Opaque pointers let it
/// have any other.
bool is_called_by_its_type(std::string_view line, const Call& call, std::string_view definition,
                           const Types& types);

/// Operands of a definition that the caller has put on the stack: those that are passed by value, with
/// their types.
struct ByValue {
    Operand pointer;
    std::string_view type;
};
std::vector<ByValue> passed_by_value(std::string_view definition);

/// Tables of the module's variables and of the functions whose address it takes. `announcement` is to
/// be done before main.
struct Confinement {
    std::string tables, announcement;
};
Confinement confinement_of(const Lines& lines, const Module& module, const DeviceVariables& device);

} // namespace scanlab::instrument
