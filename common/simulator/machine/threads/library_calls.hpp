/// \file
/// Which code the user has not written, and who called it: what findings name.
#pragma once

#include "machine/threads/stacks.hpp"
#include "platform/image.hpp"

namespace scanlab::sim {

using platform::is_in_library;

/// The innermost call of the stack that a function of the user's does: in a kernel that a library
/// launches, maybe the call of the library.
const void* call_by_user(const Frame* frame);
/// The same for a function that returns there: its own call, if a function of the user's does it.
const void* call_by_user(const void* return_address, const void* frame);

/// The call of a library that makes the launch in this frame; null if a function of the user's makes
/// it.
const void* library_call_of_launch(const Frame* frame);
/// The kernel that runs now was launched by that.
void note_library_call(const void* call);
/// The thread that runs begins in this frame.
void note_thread(const Frame* frame);

} // namespace scanlab::sim
