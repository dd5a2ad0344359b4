/// \file
/// Reports what ends the program on the host, or by a mistake of the runtime's own.
#pragma once

#include "findings/findings.hpp"

#include <functional>
#include <string>

namespace scanlab::sim {

/// Reports what ends the program on the host, and all that is told at the end. Then the program may
/// end.
void report_crash(Finding finding);

/// The first thing to go wrong on the host is the cause: what follows it, such as abort(), is not told.
void tell_crash(const std::string& message, const char* hint);
/// The program ends itself, by abort() or an exception that nothing catches: that is told unless it
/// gives up since a call has failed, and what was found explains it.
void tell_giving_up(const std::string& message, const char* hint);

/// Ends the program with exit code 70, having told that the runtime has done what it should never do.
[[noreturn]] void end_by_own_mistake(const std::string& what);

/// Calls `tell`, which may wait for something that the program holds, since that was stopped in the
/// middle of anything: if it does not return within two seconds, `words` are said and the program ends.
void tell_or_else(const LastWords& words, const std::function<void()>& tell);

/// Whether that is being done, and to be called if it cannot come to its end.
bool is_telling();
[[noreturn]] void give_up_telling();

/// What is said of a crash if nothing else can be: made when it is first asked for.
const LastWords& words_of_a_crash();
/// Prints the line, tells all that is told at the end, and ends the program with exit code 70.
[[noreturn]] void end_telling(const std::string& line);

} // namespace scanlab::sim
