/// \file
/// Elements that were copied to the host although nothing had written them on the device: from where
/// the host has what it uses.
#pragma once

#include "findings/finding.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace scanlab::sim::copied_gaps {

/// Where memory of the host was copied from.
struct Source {
    std::string array; ///< as messages name it: "`sums`"
    std::string variable;
    std::size_t offset; ///< in the array, in bytes
    SourceLine copy;
};
/// Nothing if no copy of what had not been written reached there, or another one has since.
std::optional<Source> source_of(const void* host_memory);

} // namespace scanlab::sim::copied_gaps
