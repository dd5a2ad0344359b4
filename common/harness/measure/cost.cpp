#include "cost.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <utility>

#ifdef SCANLAB_SIMULATOR
#include <scanlab_sim/cost.hpp>
#endif

namespace scanlab {

#ifdef SCANLAB_SIMULATOR
namespace {

CountedAccesses count_accesses(const std::function<void()>& call, long long n, bool by_line) {
    sim::reset_cost();
    sim::start_counting();
    call();
    const std::vector<sim::KernelCost> kernels = sim::take_counters(by_line);
    sim::Counters all;
    for (const sim::KernelCost& kernel : kernels) all += kernel.counters;
    const sim::GlobalAccesses global = all.global();
    const sim::Cost cost = sim::cost();

    const auto an_element = [&](long long count) {
        return n > 0 ? static_cast<double>(count) / static_cast<double>(n) : 0;
    };
    return {.bytes_read = an_element(cost.global_bytes_read),
            .bytes_written = an_element(cost.global_bytes_written),
            .sectors = an_element(global.sectors),
            .used = static_cast<double>(global.useful_bytes) /
                    static_cast<double>(std::max(32 * global.sectors, 1LL)),
            .bank_conflicts = an_element(all.shared().bank_conflicts),
            .tables = sim::counters_text(kernels, n),
            .listing = sim::annotated_source(kernels),
            .json = sim::counters_json(kernels)};
}

} // namespace

std::optional<CountedCost> count_cost(const std::function<void()>& call, long long n, bool by_line) {
    std::optional<CountedAccesses> accesses;
    if (sim::cost().observed) accesses = count_accesses(call, n, by_line);
    sim::reset_cost();
    const auto start = std::chrono::steady_clock::now();
    call();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    const sim::Cost cost = sim::cost();
    return CountedCost{cost.launches, elapsed.count(), cost.barriers_per_thread, std::move(accesses)};
}
#else
std::optional<CountedCost> count_cost(const std::function<void()>& call, long long, bool) {
    call();
    return std::nullopt;
}
#endif

} // namespace scanlab
