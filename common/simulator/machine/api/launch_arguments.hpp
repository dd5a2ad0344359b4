/// \file
/// What the host has not set of a kernel's arguments.
#pragma once

#include "scanlab_sim/known_kernels.hpp"

namespace scanlab::sim {

/// Tells of an argument that is a number or a pointer which nobody has set. Members of others may be
/// left out: they get the bits by which the kernel's use of them is recognised.
void mark_unset(const char* kernel, const KernelSignature& signature, const LaunchConfig& config,
                void** arguments);

} // namespace scanlab::sim
