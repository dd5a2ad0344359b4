/// \file
/// The checks of indices that Clang puts in (-fsanitize=array-bounds): which array an index belongs to
/// is for us to find.
#pragma once

#include "compile/ir/ir.hpp"

#include <optional>
#include <string_view>

namespace scanlab::instrument {

/// What is called for an index that lies outside.
std::optional<Call> read_index_check(std::string_view line);

/// The array whose index the check at `at` refuses; nothing if it is not known before the check.
std::optional<Operand> array_of_index(const std::vector<std::string_view>& body, std::size_t at);

} // namespace scanlab::instrument
