// WebAssembly rounds to the nearest number only.
#include "platform/platform.hpp"

#include <cfenv>
#include <cstdio>

extern "C" int fesetround(int direction) {
    if (direction == FE_TONEAREST) return 0;
    std::fflush(stdout);
    std::fputs("error: a browser rounds to the nearest number only: __fadd_rz() and its like run "
               "natively, by ./scanlab sim\n",
               stderr);
    scanlab::sim::platform::leave(2);
}
