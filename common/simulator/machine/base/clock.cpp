// clock(), which in a kernel is the device's.
#include "scanlab_sim/core.hpp"

#include <ctime>

extern "C" std::clock_t scanlab_clock() asm("clock") __attribute__((visibility("default")));

std::clock_t scanlab_clock() {
    if (scanlab::sim::in_kernel()) {
        scanlab::sim::maybe_yield();
        return static_cast<std::clock_t>(scanlab::sim::clock_ticks());
    }
    std::timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return static_cast<std::clock_t>(used.tv_sec) * CLOCKS_PER_SEC +
           used.tv_nsec / (1'000'000'000 / CLOCKS_PER_SEC);
}
