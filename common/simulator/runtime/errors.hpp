/// \file
/// The error that cudaGetLastError() returns, and whether the program has seen it.
#pragma once

#include <driver_types.h>

#include <string>

namespace scanlab::sim {

// Errors are cudaError_t; as int here, so that the core need not know CUDA's header.

/// The launch at file:line was refused. Nothing ran; the next cudaGetLastError() says why.
void set_error(int error, const char* file, int line);

/// A kernel failed: from now on every call returns this error, as on a GPU whose context is lost.
void make_sticky(int error);

/// Whether an error sticks. A launch that asks fails with it: it becomes the last error again.
bool has_sticky_error();

/// The error of a launch that no call has returned to the program yet; 0 if there is none.
int pending_error();
/// "file:line: " of the refused launch that it comes from, or nothing.
std::string pending_error_source();

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
