/// \file
/// Results as tables for people.
#pragma once

#include "results.hpp"

#include <string>

namespace scanlab {

/// Tables in Markdown: shares of a copy by size, block size and share kept, fitted lines, the CPU.
std::string markdown(const Results& results);

/// A table of shares of a copy for each way in which calls were timed.
std::string markdown_of_ways(const std::vector<Row>& rows);

/// As in "2^20" or "10^9 + 7": short where that is exact.
std::string short_count(long long n);

} // namespace scanlab
