/// \file
/// What several devices do, as if one did it all: so everything that draws one kernel draws theirs.
#pragma once

#include "recording.hpp"

namespace scanlab::diagrams {

/// If the array is dealt to several devices, their launches become one: the blocks of device 0 come
/// first, then those of device 1 …, and each piece of the array lies where it belongs in the whole one.
/// Throws BadInput if a device launches more than one kernel.
void join_devices(Recording& recording);

} // namespace scanlab::diagrams
