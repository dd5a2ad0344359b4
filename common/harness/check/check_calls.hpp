/// \file
/// Checking a lesson's calls in this process.
#pragma once

#include "check.hpp"

namespace scanlab {

/// Checks a variant on every kind of input at every size.
CheckResult check_calls(const Lesson& lesson, const Variant& variant, const Checks& checks);

/// Checks one given input, as the others are, but as it is.
CheckResult check_input(const Lesson& lesson, const Variant& variant, const Input& input,
                        InputKind kind, std::uint64_t order);

} // namespace scanlab
