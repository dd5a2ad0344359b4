#include "plan.hpp"

#include "task/task.hpp"

#include <algorithm>
#include <optional>

namespace scanlab {
namespace {

std::vector<long long> powers_of_two(int first, int last, int step) {
    std::vector<long long> sizes;
    for (int exponent = first; exponent <= last; exponent += step) sizes.push_back(1LL << exponent);
    return sizes;
}

std::vector<long long> sizes_of(const Benchmark& benchmark, const Effort& effort) {
    if (!effort.sizes.empty()) return effort.sizes;
    if (benchmark.kind == "cpu") return powers_of_two(10, effort.quick ? 22 : 28, effort.quick ? 6 : 2);
    if (benchmark.kind == "ablation") return {1LL << 28};
    if (!effort.on_gpu) return powers_of_two(10, effort.quick ? 14 : 16, 2); // simulated
    if (effort.quick && benchmark.kind == "solution") return {1LL << 28};
    if (effort.quick) return powers_of_two(12, 28, 4);
    if (benchmark.kind == "solution") return powers_of_two(10, 30, 2);
    std::vector<long long> sizes = powers_of_two(10, 30, 1);
    // Sizes that nothing divides, and some that no power of two is near.
    const long long off[]{1'000, 30'011, 1'000'003, 3 << 20, 10'000'019, 100'000'007, 1'000'000'007};
    sizes.insert(sizes.end(), std::begin(off), std::end(off));
    std::ranges::sort(sizes);
    return sizes;
}

/// As many elements for each of 1, 2, 4 … GPUs.
std::vector<Case> cases_by_gpus(const Benchmark& benchmark, const Effort& effort) {
    std::vector<Case> cases;
    std::vector<long long> sizes = effort.sizes;
    if (sizes.empty()) sizes = powers_of_two(20, 28, effort.quick ? 4 : 1);
    for (int gpus = 1; gpus <= benchmark.gpus; gpus *= 2)
        for (const long long size : sizes)
            cases.push_back({Sweep::gpus, gpus * size, benchmark.block, 0, gpus});
    return cases;
}

/// What a sort's keys are like besides random, and a compaction's elements.
std::vector<Data> distributions(Task task) {
    if (task == Task::sort) return {Data::sorted, Data::equal, Data::few};
    if (traits(task).sweeps_kept) return {Data::runs};
    return {};
}

/// Each size in every way.
std::vector<Case> cases_by_way(const Benchmark& benchmark, const std::vector<long long>& sizes,
                               int kept) {
    std::vector<Case> cases;
    for (const Way way : all_ways)
        for (const long long size : sizes)
            cases.push_back({.sweep = Sweep::size,
                             .n = size,
                             .block = benchmark.block,
                             .kept_percent = kept,
                             .way = way});
    return cases;
}

} // namespace

std::vector<Case> cases_of(const Benchmark& benchmark, const Effort& effort) {
    if (benchmark.gpus > 0) return effort.ways ? std::vector<Case>{} : cases_by_gpus(benchmark, effort);
    std::vector<Case> cases;
    const std::vector<long long> sizes = sizes_of(benchmark, effort);
    const std::optional<Task> task = task_named(benchmark.task);
    const int kept = task && traits(*task).counts_kept() ? 50 : 0;
    if (effort.ways) return benchmark.kind == "cpu" ? cases : cases_by_way(benchmark, sizes, kept);

    // The series that are not over n are of one size: the largest that is no more than 2^28.
    constexpr long long large = 1LL << 28;
    long long n = sizes.front();
    for (const long long size : sizes)
        if (size <= large) n = std::max(n, size);

    if (benchmark.kind == "ablation" && effort.quick) return cases;
    if (benchmark.kind == "shape") {
        if (!effort.quick) cases.push_back({Sweep::items, n, benchmark.block, kept});
        return cases;
    }
    for (const long long size : sizes) cases.push_back({Sweep::size, size, benchmark.block, kept});
    const bool is_simulated = !effort.on_gpu && benchmark.kind != "cpu";
    if (is_simulated || effort.quick) return cases;
    if (benchmark.blocks.size() > 1)
        for (const int block : benchmark.blocks) cases.push_back({Sweep::block, n, block, kept});
    if (task && traits(*task).sweeps_kept)
        for (const int percent : {0, 1, 10, 50, 90, 100})
            cases.push_back({Sweep::kept, n, benchmark.block, percent});
    if (task && benchmark.kind != "cpu" && benchmark.kind != "ablation")
        for (const Data data : distributions(*task))
            cases.push_back({.sweep = Sweep::data,
                             .n = n,
                             .block = benchmark.block,
                             .kept_percent = kept,
                             .data = data});
    return cases;
}

} // namespace scanlab
