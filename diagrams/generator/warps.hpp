/// \file
/// The view of a persistent kernel: what its warps do over time.
#pragma once

#include "picture.hpp"
#include "recording.hpp"
#include "warp_roles.hpp"

namespace scanlab::diagrams {

Picture warps(const Recording& recording, const WarpRoles& roles);

} // namespace scanlab::diagrams
