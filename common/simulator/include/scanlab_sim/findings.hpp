/// \file
/// What the simulator has found wrong with the program.
#pragma once

#include <string>

namespace scanlab::sim {

/// All findings so far, as a JSON array.
std::string findings_json();

/// Looks for what only the end can show, such as leaks, prints the summary and writes the file that
/// the setting "findings" names, one JSON object per line: what happens at exit by itself, for those who
/// leave otherwise.
void finish_findings();

} // namespace scanlab::sim
