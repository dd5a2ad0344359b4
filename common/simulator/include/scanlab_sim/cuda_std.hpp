/// \file
/// cuda::std is the host's std here, of which device code may call nothing. So a program says that it
/// includes a part of cuda::std, and compile/spaces/ lets its device code call what the host's std has.
#pragma once

#include "attributes.hpp"

namespace scanlab::sim {

[[gnu::used]] SCANLAB_MEANS_STD static constexpr bool cuda_std_is_std = true;

} // namespace scanlab::sim
