#include "measure_calls.hpp"

#include "measure/statistics.hpp"

#include <algorithm>

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

} // namespace

CallTimes time_calls(Arena& arena, const Variant& variant, long long n, const Patience& patience,
                     bool may_capture) {
    constexpr int fewest_reps = 3;
    const auto copy = [](const Problem& p) {
        require(cudaMemcpyAsync(p.output, p.input, static_cast<std::size_t>(p.n) * sizeof(int),
                                cudaMemcpyDeviceToDevice, p.stream),
                "cudaMemcpyAsync");
    };

    // A first call, to warm up and to learn how long it takes.
    const Batch single(arena, n, 1, false, variant.launch);
    time_in_turns(arena, {&single}, 1);
    const double estimate = time_in_turns(arena, {&single}, 1).front().front();
    const int calls =
        std::clamp(static_cast<int>(patience.most_us_a_sample / estimate), 1, arena.calls(n));
    const int samples = std::clamp(static_cast<int>(patience.most_us / (estimate * calls)), fewest_reps,
                                   std::max(fewest_reps, patience.reps));

    // Large calls keep the GPU busy for much longer than it takes to start the next one.
    constexpr long long large = 1LL << 26;
    const bool in_graph = may_capture && n < large;
    const Batch own(arena, n, calls, in_graph, variant.launch);
    const Batch copies(arena, n, calls, n < large, copy);
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

    const auto each = [&](const auto& act) {
        for (int i = 0; i < calls; ++i) act(arena.problem(n, i, calls));
    };
    each([&](const Problem& p) { arena.poison(p); });
    own.start();
    each([&](const Problem& p) { arena.check(p, variant.block * variant.items_per_thread); });
    times.wrong = arena.take_wrong();
    return times;
}

} // namespace scanlab
