/// \file
/// Functions of libraries that are not simulated: a program that names them can be built, and says what
/// is missing if it comes to a call.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace scanlab::sim {
/// Ends the program with exit code 2.
[[noreturn]] inline void end_without(const char* library, const char* function) {
    std::fprintf(
        stderr,
        "scanlab: the program calls %s(), but the simulator does not have %s: run it on a GPU\n",
        function, library);
    std::_Exit(2);
}
} // namespace scanlab::sim

/// Defines `name`, which takes any arguments.
#define SCANLAB_ABSENT(library, Status, name)                                                          \
    template <class... Arguments>                                                                      \
    Status name(Arguments&&...) {                                                                      \
        scanlab::sim::end_without(library, #name);                                                     \
    }
