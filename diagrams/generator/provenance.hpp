/// \file
/// Which inputs a value sums.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace scanlab::diagrams {

/// The inputs that a value sums, in ascending order, each with how many times (negative: taken off).
using Provenance = std::vector<std::pair<int, int>>;

/// x_first … x_last, each once.
bool is_range(const Provenance& inputs);

/// "x4", "4–7", "0–3 + 2–5"; "0" for the empty sum. `names` are the inputs'.
std::string label(const Provenance& sum, const std::vector<std::string>& names);

} // namespace scanlab::diagrams
