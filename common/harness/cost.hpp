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
    double barriers_per_thread; ///< block barriers that a thread met, summed over the launches
    std::optional<double> bytes_read,
        bytes_written; ///< an element, global memory; none if not observed
};

/// Makes a call on `n` elements and counts; on a GPU, which counts nothing, only makes it.
std::optional<CountedCost> count_cost(const std::function<void()>& call, long long n);

} // namespace scanlab
