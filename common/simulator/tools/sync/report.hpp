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

/// The findings as SARIF; those in the file have the changed lines as a fix, unless there are none.
std::string sarif_text(const std::vector<sim::Finding>& findings, const std::filesystem::path& file,
                       const std::vector<ChangedLine>& fix);

} // namespace scanlab::sync
