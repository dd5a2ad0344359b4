/// \file
/// Writing a bit field reads the bits beside it first, which need not have been written.
#pragma once

#include <string_view>
#include <vector>

namespace scanlab::instrument {

/// Whether the line, one of a function's body, reads the bits beside a bit field, only to write them
/// back: "and" clears the field, "or" sets it. (Without the "or" it is set to zero; only a member of a
/// struct can be such a field.)
bool is_for_bit_field(const std::vector<std::string_view>& body,
                      std::vector<std::string_view>::const_iterator line);

} // namespace scanlab::instrument
