/// \file
/// What a process gives up before it runs a student's code.
#pragma once

namespace scanlab::grader {

/// From now on this process can take two gigabytes more memory than it has, and may compute, read,
/// and write to what is open. Starting processes or threads, opening files for writing, sockets and
/// signals end it, where the kernel has seccomp filters.
void confine_this_process();

} // namespace scanlab::grader
