/// \file
/// GCC's own <stdint.h>, by the name that some editors put into programs.
#pragma once

#include <stdint.h>
