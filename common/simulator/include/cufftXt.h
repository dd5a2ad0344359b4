/// \file
/// Of cuFFT's extended interface, only what the plain one has.
#pragma once

#include "cufft.h"
