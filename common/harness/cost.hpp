/// \file
/// What kernels do, counted by the simulator.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace scanlab {

/// What one call did.
struct CountedCost {
    long long launches;
    double seconds;             ///< of the simulator's own time: nothing about a GPU's
    double barriers_per_thread; ///< block barriers that a thread met, summed over the launches
    /// An element, in global memory; none if not observed.
    std::optional<double> bytes_read, bytes_written;
};

/// Makes a call on `n` elements and counts; on a GPU, which counts nothing, only makes it.
std::optional<CountedCost> count_cost(const std::function<void()>& call, long long n);

} // namespace scanlab
