/// \file
/// Which PTX instructions the simulator has, and the C++ that each becomes.
#pragma once

#include "compile/translator/ptx_text.hpp"

#include <functional>
#include <optional>
#include <string>

namespace scanlab::translate {

/// What an operand becomes: a variable that holds a register, or a constant.
using OperandText = std::function<std::string(const std::string&)>;

/// The statement in C++, without its predicate; nothing if there is no such instruction.
std::optional<std::string> translated_instruction(const PtxStatement& instruction,
                                                  const OperandText& operand);

/// What `%laneid` and the like are in C++; nothing if there is no such register.
std::optional<std::string> special_register(const std::string& name);

} // namespace scanlab::translate
