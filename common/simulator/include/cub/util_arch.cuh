/// \file
/// CUB has it; here there is nothing more to say.
#pragma once

#include "util_type.cuh"
