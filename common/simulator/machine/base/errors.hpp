/// \file
/// The error that cudaGetLastError() returns, and whether the program has seen it.
#pragma once

#include <driver_types.h>

namespace scanlab::sim {

// Errors are cudaError_t; as int here, so that the core need not know CUDA's header.

/// The launch at file:line was refused. Nothing ran; the next cudaGetLastError() says why.
void set_error(int error, const char* file, int line);

/// A kernel failed: from now on every call returns this error, as on a GPU whose context is lost.
void make_sticky(int error);
bool has_sticky_error();

/// Whether the launch at file:line may begin. If an error sticks it fails with that, which becomes the
/// last error again.
bool may_launch(const char* file, int line);

/// Whether the program has met an error since it began, or since cudaDeviceReset().
bool had_error();

/// Whether it may have given up: it has met an error, and has got no memory since.
bool may_have_given_up();
void note_that_it_goes_on();

/// At the program's end: tells the user of a launch's error that no call has returned to the program.
void report_unchecked_error();

// --- for the runtime API -------------------------------------------------------------------------

/// The error that sticks, if one does: the program sees it now.
cudaError_t show_sticky_error();

/// Remembers the error of a call that returns it to the program; returns its argument.
cudaError_t remember(cudaError_t result);

/// The last error: the program sees it now.
cudaError_t show_last_error();

/// Forgets the last error. One that sticks comes back with the next call.
void clear_last_error();

/// Forgets every error.
void reset_errors();

} // namespace scanlab::sim
