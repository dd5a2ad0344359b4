#include "timing.hpp"

#include "gpu_kernels.hpp"
#include "statistics.hpp"
#include "task/parallel.hpp"
#include "task/reference.hpp"
#include "task/task.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace scanlab {
namespace {

double gbps(double bytes, double microseconds) { return bytes / microseconds / 1e3; }

double median(const std::vector<double>& samples) { return quantile(samples, .5); }

#ifdef SCANLAB_GPU_KERNELS
/// Copies the input to the output by a kernel of the kit (see gpu_kernels.hpp).
void start_best_copy_of(const Call& call) {
    if (!call.shares()) return start_best_copy(call.problem());
    call.shares()->group().side_by_side(call.stream(), [&] {
        call.shares()->each([&](const Share& share) {
            if (share.n > 0) start_best_copy(call_on(share, call.problem()));
        });
    });
}
#endif

} // namespace

Stopwatch::Stopwatch(const Stream& stream, const Device& device)
    : stream_(stream), flush_bytes_(memory(device)), flush_(flush_bytes_) {}

void Stopwatch::empty_cache() {
#ifdef SCANLAB_GPU_KERNELS
    start_reading(flush_.data(), flush_bytes_, stream_);
#else
    require(cudaMemsetAsync(flush_.data(), 0, flush_bytes_, stream_), "cudaMemsetAsync");
#endif
}

std::vector<double> Stopwatch::time(int reps, const std::function<void()>& work) {
    return time(reps, std::vector{work}).front();
}

std::vector<std::vector<double>> Stopwatch::time(int reps,
                                                 const std::vector<std::function<void()>>& works) {
    constexpr int warm_ups = 3;
    for (int i = 0; i < warm_ups; ++i)
        for (const auto& work : works) work();

    // Runs are queued before they are waited for, so that the GPU never waits for the CPU between two
    // events; but not all of them, because a full queue would stop the CPU.
    constexpr std::size_t queue = 16;
    const std::size_t wanted = works.size() * static_cast<std::size_t>(reps);
    std::vector<std::vector<double>> times(works.size());
    for (std::size_t done = 0; done < wanted;) {
        const std::size_t runs = std::min(queue, wanted - done);
        std::vector<Event> before(runs), after(runs);
        for (std::size_t i = 0; i < runs; ++i) {
            empty_cache();
            before[i].record(stream_);
            works[(done + i) % works.size()]();
            after[i].record(stream_);
        }
        require(stream_.wait(), "a timed call failed");
        for (std::size_t i = 0; i < runs; ++i)
            times[(done + i) % works.size()].push_back(1e3 * Event::milliseconds(before[i], after[i]));
        done += runs;
    }
    return times;
}

Timing time_call(Call& call, Stopwatch& stopwatch, double bytes, int reps) {
    std::vector<std::function<void()>> works{[&] { call.launch(); }, [&] { call.copy(); }};
#ifdef SCANLAB_GPU_KERNELS
    works.emplace_back([&] { start_best_copy_of(call); });
#endif
    const std::vector<std::vector<double>> times = stopwatch.time(reps, works);
    const std::vector<double>& calls = times.front();
    const auto speed_of_copy = [&](const std::vector<double>& copies) {
        return gbps(8.0 * static_cast<double>(call.n()), median(copies));
    };
    return {.median_us = median(calls),
            .p10_us = quantile(calls, .1),
            .p90_us = quantile(calls, .9),
            .gbps = gbps(bytes, median(calls)),
            .copy_gbps = speed_of_copy(times[1]),
            .best_copy_gbps = std::max(speed_of_copy(times[1]), speed_of_copy(times.back())),
            .reps = reps};
}

Fit fit_calls(Call& call, Stopwatch& stopwatch, double bytes) {
    constexpr int repeats = 10, samples = 7;
    std::vector<double> calls, times;
    for (int k = 1; k <= repeats; ++k) {
        const auto work = [&] {
            for (int i = 0; i < k; ++i) call.launch();
        };
        calls.push_back(k);
        times.push_back(median(stopwatch.time(samples, work)));
    }
    const Line line = fit_line(calls, times);
    return {gbps(bytes, line.slope), line.intercept, line.r_squared, repeats};
}

CpuSpeed time_on_cpu(const Lesson& lesson, const Layout& layout, const Input& input, double bytes) {
    const TaskTraits& task = traits(lesson.task);
    const long long most = task.many_passes ? timed_on_cpu / 16 : timed_on_cpu;
    const auto beginning = [most](std::span<const int> all) {
        return all.first(static_cast<std::size_t>(std::min(count(all), most)));
    };
    const auto values = beginning(input.values), heads = beginning(input.heads);
    const double all_bytes = bytes * static_cast<double>(count(values));
    HostArray output(count(values) * task.words);
    for_each_chunk(output.size(), [&](int, long long begin, long long end) {
        std::fill(output.data() + begin, output.data() + end, 0); // no loop pays for new pages
    });
    const CpuWork work{.input = {.values = values, .heads = heads},
                       .reach = reach_of(lesson, layout, count(values)),
                       .layout = layout};
    const auto speed_of = [&](Compute compute) {
        constexpr int warm_ups = 1, samples = 5;
        constexpr double enough_us = 1e5; // one sample of what takes longer will do, the first one
        std::vector<double> times;
        const auto all = [&] { return std::accumulate(times.begin(), times.end(), 0.0); };
        for (int i = 0; i < warm_ups + samples && all() < enough_us; ++i) {
            const auto start = std::chrono::steady_clock::now();
            compute(work, output);
            const std::chrono::duration<double, std::micro> elapsed =
                std::chrono::steady_clock::now() - start;
            if (i >= warm_ups || elapsed.count() > enough_us) times.push_back(elapsed.count());
        }
        return gbps(all_bytes, median(times));
    };
    const double plain = speed_of(task.plain);
    if (!task.parallel) return {.plain_gbps = plain, .parallel_gbps = plain, .threads = 1};
    return {.plain_gbps = plain, .parallel_gbps = speed_of(task.parallel), .threads = cpu_threads()};
}

} // namespace scanlab
