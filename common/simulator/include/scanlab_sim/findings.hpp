/// \file
/// What the simulator has found wrong with the program.
#pragma once

#include <string>

namespace scanlab::sim {

/// All findings so far, as a JSON array.
std::string findings_json();

/// Looks for what only the end can show, such as leaks, prints the summary and writes the file that
/// the setting "findings" names, one JSON object per line: what happens at exit by itself, for those
/// who leave otherwise.
void finish_findings();

/// From now on the program may run for so many seconds, instead of what the setting "timeout" says.
void limit_time(int seconds);

} // namespace scanlab::sim
