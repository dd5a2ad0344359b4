/// \file
/// What is told of verdicts.
#pragma once

#include "verdicts.hpp"

#include <string>
#include <vector>

namespace scanlab::sync {

/// The verdict, and why. `file`: the source as its user has named it.
std::string human_text(const Verdict& verdict, const TranslatedSource& source, const std::string& file);

/// An object on a line of its own.
std::string json_line(const Verdict& verdict, const TranslatedSource& source, const std::string& file);

/// "5 synchronisations: 3 needed, 2 never reached in these runs"
std::string summary(const std::vector<Verdict>& verdicts);

} // namespace scanlab::sync
