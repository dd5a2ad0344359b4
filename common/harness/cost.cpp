#include "cost.hpp"

#include <cuda_runtime.h>

#include <chrono>

#ifdef SCANLAB_SIMULATOR
#include <scanlab_sim/cost.hpp>
#endif

namespace scanlab {

#ifdef SCANLAB_SIMULATOR
std::optional<CountedCost> count_cost(const std::function<void()>& call, long long n) {
    sim::reset_cost();
    const auto start = std::chrono::steady_clock::now();
    call();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    const sim::Cost cost = sim::cost();
    CountedCost counted{cost.launches, elapsed.count(), cost.barriers_per_thread, {}, {}};
    if (cost.observed && n > 0) {
        counted.bytes_read = static_cast<double>(cost.global_bytes_read) / static_cast<double>(n);
        counted.bytes_written = static_cast<double>(cost.global_bytes_written) / static_cast<double>(n);
    }
    return counted;
}
#else
std::optional<CountedCost> count_cost(const std::function<void()>& call, long long) {
    call();
    return std::nullopt;
}
#endif

} // namespace scanlab
