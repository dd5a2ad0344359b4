/// \file
/// What kernels do, counted by the simulator.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace scanlab {

/// What the accesses to memory came to, where they were observed.
struct CountedAccesses {
    double bytes_read, bytes_written; ///< an element, of global memory, as threads asked for them
    double sectors;                   ///< an element: 32-byte pieces of global memory that warps moved
    double used;                      ///< share of the sectors' bytes that a thread asked for
    double bank_conflicts;            ///< an element, in shared memory
    std::string tables;               ///< of each kernel, for people
    std::string listing;              ///< the source with its costs, for people
    std::string json;                 ///< of each kernel, and its lines
};

/// What one call did.
struct CountedCost {
    long long launches;
    double seconds;             ///< of the simulator's own time: nothing about a GPU's
    double barriers_per_thread; ///< block barriers that a thread met, summed over the launches
    std::optional<CountedAccesses> accesses;
};

/// Makes calls on `n` elements, one to count and one to time; on a GPU, which counts nothing, only one.
/// `by_line`: whether the costs of the source's lines are wanted, too.
std::optional<CountedCost> count_cost(const std::function<void()>& call, long long n, bool by_line);

} // namespace scanlab
