/// \file
/// How many values an enumeration has: the simulator's header, of which programs for a GPU see no
/// other.
#pragma once

#if __has_include(<scanlab_sim/enumerators.hpp>)
#include <scanlab_sim/enumerators.hpp>
#else
#include "../../simulator/include/scanlab_sim/enumerators.hpp"
#endif
