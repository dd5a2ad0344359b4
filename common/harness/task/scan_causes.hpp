/// \file
/// The known ways in which scans go wrong, told by their patterns: for the rows of tasks, which say
/// what a cause is.
#pragma once

#include "evidence.hpp"

#include <optional>
#include <string>

namespace scanlab {

std::string cause_of_wrong_scan(const Evidence& evidence, std::optional<long long> first_wrong);
std::string cause_of_wrong_exclusive_scan(const Evidence& evidence,
                                          std::optional<long long> first_wrong);
std::string cause_of_wrong_segmented_scan(const Evidence& evidence,
                                          std::optional<long long> first_wrong);
std::string cause_of_wrong_wide_scan(const Evidence& evidence, std::optional<long long> first_wrong);
std::string cause_of_wrong_composition(const Evidence& evidence, std::optional<long long> first_wrong);

} // namespace scanlab
