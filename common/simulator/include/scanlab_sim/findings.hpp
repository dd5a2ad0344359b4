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

/// When the simulator ends the program early, because it has crashed or run for too long, it calls this
/// function, to which all findings are known. The function may leave by itself.
void call_at_early_end(void (*function)());

/// The program says by itself what is wrong with its results. An exit code other than 0 needs no
/// finding then.
void leave_results_to_program();

/// From now on the program may run for so many seconds, instead of what the setting "timeout" says.
void limit_time(int seconds);

} // namespace scanlab::sim

/// How many findings there are so far that make the exit code 3. By its name in C, so that hosts in
/// other languages can ask after each test whether there are more than before.
extern "C" int scanlab_errors();
