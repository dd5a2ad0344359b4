/// \file
/// What kernels cost, counted: the same on every machine.
#pragma once

#include <cstdint>

namespace scanlab::sim {

/// Counted since the program started or reset_cost() was called.
struct Cost {
    long long launches;
    double
        barriers_per_thread; ///< block barriers of the thread that met most, summed over the launches
    long long
        global_bytes_read; ///< bytes that threads asked for, whether or not a cache would have had them
    long long global_bytes_written;
    bool observed; ///< false in the fast build: bytes are not counted there
};

Cost cost();
void reset_cost();

/// Seeds the order in which blocks and threads run; the same seed replays the same run.
void set_seed(std::uint64_t seed);

} // namespace scanlab::sim
