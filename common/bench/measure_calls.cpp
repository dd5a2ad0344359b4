#include "measure_calls.hpp"

#include "measure/statistics.hpp"

#include <algorithm>
#include <chrono>

namespace scanlab {
namespace {

using Start = std::function<void(const Problem&)>;

/// Calls in a row, each on a slice of its own.
class Batch {
public:
    Batch(const Arena& arena, long long n, int calls, bool as_graph, Start start)
        : arena_(arena), n_(n), calls_(calls), start_(std::move(start)) {
        if (as_graph) capture();
    }
    ~Batch() {
        if (executable_ != nullptr) cudaGraphExecDestroy(executable_);
    }
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;

    void start() const {
        if (executable_ != nullptr)
            require(cudaGraphLaunch(executable_, arena_.stream()), "cudaGraphLaunch");
        else
            start_each();
    }

private:
    void start_each() const {
        for (int i = 0; i < calls_; ++i) start_(arena_.problem(n_, i, calls_));
    }
    void capture() {
        cudaGraph_t graph{};
        require(cudaStreamBeginCapture(arena_.stream(), cudaStreamCaptureModeThreadLocal),
                "cudaStreamBeginCapture");
        start_each();
        require(cudaStreamEndCapture(arena_.stream(), &graph), "cudaStreamEndCapture");
        const cudaError_t made = cudaGraphInstantiate(&executable_, graph, 0);
        cudaGraphDestroy(graph);
        require(made, "cudaGraphInstantiate");
    }

    const Arena& arena_;
    long long n_;
    int calls_;
    Start start_;
    cudaGraphExec_t executable_{};
};

/// Samples that are queued before anybody waits, so that the GPU never waits for the CPU between two
/// events, and the queue never fills up.
constexpr int queued = 8;

/// Notes the clocks while the GPU works.
void read_clocks(const Meter& meter, GpuState& state) {
    state.sm_mhz = meter.sm_mhz();
    state.memory_mhz = meter.memory_mhz();
}

/// Microseconds of `count` runs of each batch, in turns.
std::vector<std::vector<double>> time_in_turns(const Arena& arena,
                                               const std::vector<const Batch*>& batches, int count) {
    const std::size_t runs = batches.size() * static_cast<std::size_t>(count);
    std::vector<Event> before(runs), after(runs);
    for (std::size_t i = 0; i < runs; ++i) {
        arena.flush_cache();
        before[i].record(arena.stream());
        batches[i % batches.size()]->start();
        after[i].record(arena.stream());
    }
    require(arena.stream().wait(), "a timed call failed");
    std::vector<std::vector<double>> times(batches.size());
    for (std::size_t i = 0; i < runs; ++i)
        times[i % batches.size()].push_back(1e3 * Event::milliseconds(before[i], after[i]));
    return times;
}

void copy(const Problem& p) {
    require(cudaMemcpyAsync(p.output, p.input, static_cast<std::size_t>(p.n) * sizeof(int),
                            cudaMemcpyDeviceToDevice, p.stream),
            "cudaMemcpyAsync");
}

/// Runs the calls once more, on poisoned output, and counts wrong elements of their results.
unsigned long long count_wrong(Arena& arena, const Variant& variant, long long n, int calls,
                               const std::function<void()>& start) {
    const auto each = [&](const auto& act) {
        for (int i = 0; i < calls; ++i) act(arena.problem(n, i, calls));
    };
    each([&](const Problem& p) { arena.poison(p); });
    start();
    each([&](const Problem& p) { arena.check(p, variant.block * variant.items_per_thread); });
    return arena.take_wrong();
}

constexpr int fewest_samples = 3;
using Clock = std::chrono::steady_clock;
double microseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

/// Repeats a batch for so long and reads the energy of a call. The GPU changes its reading only every
/// tenth of a second or so: the time begins and ends with such a change.
void read_energy(const Arena& arena, const Batch& batch, int calls, double wanted_us,
                 const Meter& meter, GpuState& state) {
    if (wanted_us <= 0 || meter.joules() == 0) return;
    const double longest_us = 3 * wanted_us; // if the reading never changes
    long long runs = 0;
    const auto run_until_change = [&](double at_least_us) {
        const auto start = Clock::now();
        const double joules = meter.joules();
        double now = joules;
        while (microseconds_since(start) < at_least_us ||
               (now == joules && microseconds_since(start) < longest_us)) {
            batch.start();
            require(arena.stream().wait(), "a call failed");
            ++runs;
            if (microseconds_since(start) >= at_least_us) now = meter.joules();
        }
        return now;
    };
    const double from = run_until_change(0);
    const auto start = Clock::now();
    runs = 0;
    const double joules = run_until_change(wanted_us) - from;
    const double elapsed_us = microseconds_since(start);
    state.watts = 1e6 * joules / elapsed_us;
    state.microjoules = 1e6 * joules / static_cast<double>(runs * calls);
}

/// Calls in a row, each on memory of its own.
CallTimes time_rows(Arena& arena, const Variant& variant, long long n, const Patience& patience,
                    bool may_capture, const Meter& meter) {
    // A first call, to warm up and to learn how long it takes.
    const Batch single(arena, n, 1, false, variant.launch);
    time_in_turns(arena, {&single}, 1);
    const double estimate = time_in_turns(arena, {&single}, 1).front().front();
    const int calls =
        std::clamp(static_cast<int>(patience.most_us_a_sample / estimate), 1, arena.calls(n));
    const int samples = std::clamp(static_cast<int>(patience.most_us / (estimate * calls)),
                                   fewest_samples, std::max(fewest_samples, patience.reps));

    // Large calls keep the GPU busy for much longer than it takes to start the next one.
    constexpr long long slow = 1LL << 26;
    const bool in_graph = may_capture && n < slow;
    const Batch own(arena, n, calls, in_graph, variant.launch);
    const Batch copies(arena, n, calls, n < slow, copy);
    time_in_turns(arena, {&own, &copies}, 1); // the first run of a graph is slow

    CallTimes times{{}, {}, calls, in_graph, 0};
    const auto keep = [&](std::vector<double>& all, const std::vector<double>& more) {
        for (const double microseconds : more) all.push_back(microseconds / calls);
    };
    for (int done = 0; done < samples; done += queued) {
        const auto more = time_in_turns(arena, {&own, &copies}, std::min(queued, samples - done));
        keep(times.calls, more[0]);
        keep(times.copies, more[1]);
    }
    own.start();
    read_clocks(meter, times.state);
    read_energy(arena, own, calls, patience.energy_us, meter, times.state);
    times.wrong = count_wrong(arena, variant, n, calls, [&] { own.start(); });
    return times;
}

/// One call at a time, alone or in a chain. The GPU has nothing else to do before and after.
class SingleCalls {
public:
    /// Calls of a case by `launch`, which write so many ints.
    SingleCalls(const Arena& arena, const Case& c, Start launch, long long written)
        : arena_(arena), case_(c), launch_(std::move(launch)), written_(written) {}

    /// Microseconds of call `i`, with a cold cache.
    double time(int i) {
        const Problem p = arena_.problem(case_.n, i % slices_, slices_);
        const cudaStream_t stream = arena_.stream();
        arena_.flush_cache();
        if (case_.way == Way::host) {
            require(cudaStreamSynchronize(stream), "reading memory");
            const auto begin = Clock::now();
            launch_(p);
            require(cudaStreamSynchronize(stream), "a timed call failed");
            return microseconds_since(begin);
        }
        // While the cache is emptied, the host puts all that follows into the queue.
        before_.record(stream);
        start(p);
        after_.record(stream);
        require(arena_.stream().wait(), "a timed call failed");
        return 1e3 * Event::milliseconds(before_, after_);
    }

    /// Starts a call, in a chain with the kernels before and after it.
    void start(const Problem& p) const {
        if (case_.way == Way::chain) arena_.produce(p, case_);
        launch_(p);
        if (case_.way == Way::chain) arena_.consume(p, written_);
    }

private:
    const Arena& arena_;
    const Case& case_;
    Start launch_;
    long long written_;
    int slices_ = arena_.calls(case_.n);
    Event before_, after_;
};

CallTimes time_single_calls(Arena& arena, const Lesson& lesson, const Variant& variant, const Case& c,
                            const Patience& patience, const Meter& meter) {
    const long long written = written_ints(lesson.task, c.n, c.n * c.kept_percent / 100);
    SingleCalls own(arena, c, variant.launch, written), copies(arena, c, copy, c.n);
    own.time(0); // the first one loads the kernels
    copies.time(0);
    const int samples = std::clamp(static_cast<int>(patience.most_us / own.time(0)), fewest_samples,
                                   std::max(fewest_samples, patience.reps));
    CallTimes times{{}, {}, 1, false, 0};
    for (int i = 0; i < samples; ++i) {
        times.calls.push_back(own.time(i));
        times.copies.push_back(copies.time(i));
    }
    arena.flush_cache(); // so that the GPU works
    read_clocks(meter, times.state);
    times.wrong = count_wrong(arena, variant, c.n, 1, [&] { own.start(arena.problem(c.n, 0, 1)); });
    return times;
}

} // namespace

CallTimes time_calls(Arena& arena, const Lesson& lesson, const Variant& variant, const Case& c,
                     const Patience& patience, bool may_capture, const Meter& meter) {
    return c.way == Way::row ? time_rows(arena, variant, c.n, patience, may_capture, meter)
                             : time_single_calls(arena, lesson, variant, c, patience, meter);
}

} // namespace scanlab
