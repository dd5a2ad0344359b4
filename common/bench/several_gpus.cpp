#include "several_gpus.hpp"

#include "check/device_checks.hpp"
#include "check/shares.hpp"
#include "device_load.hpp"
#include "measure/gpu_kernels.hpp"

#include <algorithm>
#include <chrono>
#include <random>

namespace scanlab {
namespace {

constexpr std::size_t flushed_bytes = 256 << 20;
constexpr long long fewest_slices = 2;       ///< that calls take in turns
constexpr long long spread_over = 1LL << 28; ///< elements that short calls are spread over, per GPU

std::size_t bytes_of(long long ints) { return static_cast<std::size_t>(ints) * sizeof(int); }
int* ints_in(const DeviceBuffer& buffer) { return reinterpret_cast<int*>(buffer.data()); }

/// GPUs with one workspace, a stream of the first one, and room for an array there.
class Site {
public:
    Site(const Lesson& lesson, const Variant& variant, long long largest)
        : lesson_(lesson), variant_(variant), group_(std::make_shared<DeviceGroup>(variant.devices)),
          input_(bytes_of(largest)), output_(bytes_of(largest)), verdict_(sizeof(Verdict)) {
        for (int gpu = 0; gpu < variant.devices; ++gpu) {
            const OnDevice on(gpu);
            workspace_.emplace_back(variant.workspace(largest)).clear();
        }
        require(cudaMemset(verdict_.data(), 0, sizeof(Verdict)), "cudaMemset");
        fill_input(lesson.task, ints_in(input_), largest, {.all = largest}, stream_);
        require(stream_.wait(), "filling the input");
    }

    /// A call on the first n elements.
    Shares shares(long long n) const {
        Shares made(variant_, n, workspace_, group_);
        made.deal(ints_in(input_), stream_);
        return made;
    }
    void launch(const Shares& shares) const {
        variant_.launch({.input = nullptr,
                         .output = nullptr,
                         .n = shares.n(),
                         .workspace = nullptr,
                         .kept = nullptr,
                         .stream = stream_,
                         .heads = nullptr,
                         .wide_output = nullptr,
                         .shares = shares.all()});
    }
    void side_by_side(const std::function<void()>& start) const {
        group_->side_by_side(stream_, start);
    }
    void check(const Shares& shares) const {
        shares.collect(ints_in(input_), ints_in(output_), stream_);
        Problem whole{};
        whole.input = ints_in(input_);
        whole.output = ints_in(output_);
        whole.n = shares.n();
        whole.stream = stream_;
        check_scan(lesson_.task, whole, whole.n, 0, reinterpret_cast<Verdict*>(verdict_.data()));
    }
    unsigned long long wrong() const {
        wait();
        Verdict verdict{};
        require(cudaMemcpy(&verdict, verdict_.data(), sizeof verdict, cudaMemcpyDeviceToHost),
                "cudaMemcpy");
        return verdict.wrong;
    }
    void wait() const {
        require(stream_.wait(), "a call failed");
        require(group_->wait(), "a call failed");
    }
    const Stream& stream() const { return stream_; }

private:
    const Lesson& lesson_;
    const Variant& variant_;
    std::shared_ptr<DeviceGroup> group_;
    Stream stream_;
    Workspace workspace_;
    DeviceBuffer input_, output_, verdict_;
};

/// Memory on each GPU that is read to empty its cache.
class Flush {
public:
    explicit Flush(int gpus) {
        for (int gpu = 0; gpu < gpus; ++gpu) {
            const OnDevice on(gpu);
            buffers_.emplace_back(flushed_bytes);
            require(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
        }
    }
    void start(const Shares& shares) const {
        shares.each([&](const Share& share) {
            start_reading(buffers_[static_cast<std::size_t>(share.device)].data(), flushed_bytes,
                          share.stream);
        });
    }

private:
    std::vector<DeviceBuffer> buffers_;
};

} // namespace

int usable_gpus() {
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess ? std::min(count, most_devices) : 0;
}

CallTimes time_dealt_calls(const Lesson& lesson, const Variant& variant, long long n,
                           const Patience& patience) {
    const Site site(lesson, variant, n);
    const Flush flush(variant.devices);
    // Each call on memory of its own, until the caches hold nothing any more of the first one.
    std::vector<Shares> slices;
    const auto enough = std::clamp(variant.devices * spread_over / n, fewest_slices, 192LL);
    while (static_cast<long long>(slices.size()) < enough) slices.push_back(site.shares(n));
    site.wait();

    const auto time = [&](int calls, const std::function<void(const Shares&)>& start) {
        // The GPUs are held until all calls are in their queues, so that the CPU keeps none waiting.
        constexpr long long cycles_per_call = 100'000;
        site.side_by_side([&] {
            flush.start(slices.front());
            slices.front().each(
                [&](const Share& share) { occupy_half(calls * cycles_per_call, share.stream); });
        });
        Event before, after;
        before.record(site.stream());
        site.side_by_side([&] {
            for (int i = 0; i < calls; ++i) start(slices[static_cast<std::size_t>(i) % slices.size()]);
        });
        after.record(site.stream());
        site.wait();
        return 1e3 * Event::milliseconds(before, after) / calls;
    };
    const auto call = [&](const Shares& shares) { site.launch(shares); };
    const auto copy = [](const Shares& shares) { shares.copy(); };

    time(1, call);
    const double estimate = time(4, call);
    const int calls = std::clamp(static_cast<int>(patience.most_us_a_sample / estimate), 4, 192);
    const int samples = std::clamp(static_cast<int>(patience.most_us / (estimate * calls)), 3,
                                   std::max(3, patience.reps));
    CallTimes times{{}, {}, calls, false, 0};
    time(calls, copy); // to warm up
    for (int i = 0; i < samples; ++i) {
        times.calls.push_back(time(calls, call));
        times.copies.push_back(time(calls, copy));
    }

    for (Shares& shares : slices) shares.poison_output();
    site.side_by_side([&] {
        for (const Shares& shares : slices) site.launch(shares);
    });
    for (const Shares& shares : slices) site.check(shares);
    times.wrong = site.wrong();
    return times;
}

long long largest_dealt(const Variant& variant) {
    const double room = .9 * static_cast<double>(free_device_bytes()) - flushed_bytes;
    const double arrays =
        2 + 2.0 * fewest_slices / variant.devices; // the whole, and the first GPU's shares
    return static_cast<long long>(std::max(0.0, room) / (arrays * sizeof(int)));
}

void with_dealt_call(const Lesson& lesson, Variant variant, long long n,
                     const std::function<void(const std::function<void()>&)>& use) {
    variant.devices = 1;
    const Site site(lesson, variant, n);
    const Shares shares = site.shares(n);
    use([&] {
        site.side_by_side([&] { site.launch(shares); });
        site.wait();
    });
}

StressResult stress_dealt_calls(const Lesson& lesson, Variant variant, long long launches) {
    constexpr int sizes = 16, rounds = 4; // launched one after the other before anybody waits
    Device device = open_device();
    join_devices(device, std::nullopt);
    variant.devices = device.count;
    std::mt19937_64 random(1);
    const Site site(lesson, variant, largest_stressed);
    const Noise noise;

    StressResult result{};
    const auto start = std::chrono::steady_clock::now();
    while (result.launches < launches) {
        std::vector<Shares> calls;
        while (calls.size() < sizes) calls.push_back(site.shares(random_size(random)));
        for (Shares& shares : calls) shares.poison_output();
        site.wait();
        std::vector<const Shares*> order;
        for (const Shares& shares : calls) order.push_back(&shares);
        site.side_by_side([&] {
            for (int round = 0; round < rounds; ++round) {
                noise.start(random);
                std::ranges::shuffle(order, random);
                for (const Shares* shares : order) site.launch(*shares);
            }
        });
        for (const Shares& shares : calls) {
            site.check(shares);
            result.elements += rounds * shares.n();
        }
        result.launches += rounds * sizes;
        result.wrong = site.wrong();
        noise.wait();
    }
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

} // namespace scanlab
