/// \file
/// The known ways in which scans and compactions go wrong, told by their patterns.
#pragma once

#include "diagnosis.hpp"

#include <string>

namespace scanlab {

/// The likely cause of a wrong scan, or nothing if no pattern is known: `evidence.got` differs from
/// `evidence.expected`, at `first_wrong` first.
std::string cause_of_wrong_scan(const Evidence& evidence, long long first_wrong);

/// The same where elements are moved: the count, if there is one, or one of the elements is wrong.
std::string cause_of_wrong_places(const Evidence& evidence);

} // namespace scanlab
