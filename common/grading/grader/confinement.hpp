/// \file
/// What a process gives up before it runs a student's code.
#pragma once

#include "system_calls.hpp"

namespace scanlab::grader {

/// From now on this process can take two gigabytes more memory than it has, compute, and print. It
/// cannot open any file, nor make memory executable; all other requests to the system end it. As far as
/// the kernel has Landlock and seccomp filters.
void confine_this_process();

/// For programs that are not a student's but work on what a student has written, such as compilers:
/// sockets, other processes' memory and the system's insides are refused.
SystemCallFilter filter_for_tools();

} // namespace scanlab::grader
