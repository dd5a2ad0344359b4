/// \file
/// Values that a thread only brings to a shuffle, whose lanes take those of others: it need not have set them.
#pragma once

#include <string_view>
#include <vector>

namespace scanlab::instrument {

/// Is what the load at `line` reads used for nothing but a shuffle?
bool is_only_shuffled(const std::vector<std::string_view>& body, std::vector<std::string_view>::const_iterator line);

} // namespace scanlab::instrument
