/// \file
/// Thrust's headers expect it here.
#pragma once

#include "memory.h"
