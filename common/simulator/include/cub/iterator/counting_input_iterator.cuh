/// \file
/// As CUB names it.
#pragma once

#include "iterators.cuh"
