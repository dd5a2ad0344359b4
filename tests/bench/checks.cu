// The checks of a benchmark's results: right ones pass, and each kind of wrong one is noticed.
//
// This file takes in the kernels that it tests, so that the simulator can run them.
#include "../../common/bench/device_checks.cu"

#include "call.hpp"
#include "format.hpp"
#include "reference.hpp"

#include <functional>
#include <numeric>
#include <string>
#include <vector>

namespace scanlab {
namespace {

/// Host copies of what a call has read and written, to be changed and checked again.
struct Example {
    Task task;
    Scope scope;
    long long n;
    HostArray input, heads, output; ///< the output with its guard
    long long kept = 0;
};

constexpr Layout layout{64, 1, Arrangement::blocked};

template <class T>
DeviceBuffer on_device(const T* values, std::size_t bytes) {
    DeviceBuffer buffer(bytes);
    require(cudaMemcpy(buffer.data(), values, bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
    return buffer;
}

/// A right result for an input that the benchmark's own kernels have made.
Example make_example(Task task, Scope scope, long long n, int kept_percent) {
    Example e{task, scope, n, HostArray(n), HostArray(n), HostArray(n * words(task) + guard)};
    DeviceBuffer input(e.input.bytes()), heads(e.heads.bytes());
    fill_input(task, reinterpret_cast<int*>(input.data()), n, kept_percent, nullptr);
    fill_heads(reinterpret_cast<int*>(heads.data()), n, nullptr);
    require(cudaMemcpy(e.input.data(), input.data(), e.input.bytes(), cudaMemcpyDeviceToHost), "copy");
    require(cudaMemcpy(e.heads.data(), heads.data(), e.heads.bytes(), cudaMemcpyDeviceToHost), "copy");
    const Lesson lesson{.number = 0, .name = "", .title = "", .task = task, .scope = scope};
    const Input given{e.input, task == Task::segmented_scan ? std::span<const int>(e.heads)
                                                            : std::span<const int>()};
    const HostArray result = reference_result(lesson, layout, given);
    std::fill_n(e.output.data(), e.output.size(), poison_word);
    std::copy_n(result.data(), result.size(), e.output.data());
    e.kept = std::count_if(e.input.data(), e.input.data() + n,
                           [&](int value) { return is_kept(value, task); });
    return e;
}

/// What the checks find wrong with it.
unsigned long long wrong_elements(const Example& e) {
    const DeviceBuffer input = on_device(e.input.data(), e.input.bytes());
    const DeviceBuffer heads = on_device(e.heads.data(), e.heads.bytes());
    const DeviceBuffer output = on_device(e.output.data(), e.output.bytes());
    const DeviceBuffer kept = on_device(&e.kept, sizeof e.kept);
    Verdict verdict{};
    const DeviceBuffer on_gpu = on_device(&verdict, sizeof verdict);
    auto* const found = reinterpret_cast<Verdict*>(on_gpu.data());
    const Problem call{.input = reinterpret_cast<const int*>(input.data()),
                       .output = reinterpret_cast<int*>(output.data()),
                       .n = e.n,
                       .workspace = nullptr,
                       .kept = reinterpret_cast<long long*>(kept.data()),
                       .stream = nullptr,
                       .heads = reinterpret_cast<const int*>(heads.data()),
                       .wide_output = reinterpret_cast<long long*>(output.data())};
    if (moves_elements(e.task)) {
        std::vector<long long> ranks(static_cast<std::size_t>(ceil_div(e.n, chunk)));
        const std::size_t bytes = ranks.size() * sizeof ranks.front();
        const DeviceBuffer counts(bytes);
        auto* const on_device_ranks = reinterpret_cast<long long*>(counts.data());
        count_kept(e.task, call.input, e.n, on_device_ranks, nullptr);
        require(cudaMemcpy(ranks.data(), counts.data(), bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
        std::exclusive_scan(ranks.begin(), ranks.end(), ranks.begin(), 0LL);
        require(cudaMemcpy(counts.data(), ranks.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
        check_moved(e.task, call, on_device_ranks, found);
    } else {
        check_scan(e.task, call, e.scope == Scope::block ? layout.tile() : e.n, found);
    }
    require(cudaMemcpy(&verdict, on_gpu.data(), sizeof verdict, cudaMemcpyDeviceToHost), "cudaMemcpy");
    return verdict.wrong;
}

int failed = 0;

void expect(bool is_so, const Example& e, const std::string& what) {
    if (is_so) return;
    fmt::print("task {}, n = {}, {} kept: {}\n", name(e.task), e.n, e.kept, what);
    ++failed;
}

/// Spoils a right result in one way, looks whether that is noticed, and mends it.
void expect_noticed(Example& e, long long at, int value, const std::string& what) {
    const int right = std::exchange(e.output.data()[at], value);
    expect(wrong_elements(e) > 0, e, what + " goes unnoticed");
    e.output.data()[at] = right;
}

void test(Task task, Scope scope, long long n, int kept_percent) {
    Example e = make_example(task, scope, n, kept_percent);
    expect(wrong_elements(e) == 0, e, "a right result is called wrong");
    const long long written = task == Task::compaction ? e.kept : n * words(task); // ints of the output
    const int* const output = e.output.data();
    if (written > 0) {
        expect_noticed(e, 0, output[0] + 1, "a wrong first element");
        expect_noticed(e, written / 2, output[written / 2] + 1, "a wrong element in the middle");
        expect_noticed(e, written - 1, output[written - 1] + 1, "a wrong last element");
        expect_noticed(e, written - 1, poison_word, "an element that was never written");
    }
    expect_noticed(e, written, 0, "an element written after the result");
    if (!moves_elements(task)) return;
    ++e.kept;
    expect(wrong_elements(e) > 0, e, "a wrong number of kept elements goes unnoticed");
}

} // namespace
} // namespace scanlab

int main() {
    using scanlab::Scope, scanlab::Task;
    for (const long long n : {1LL, 33LL, 1024LL, 2500LL}) {
        for (const Task task : {Task::inclusive_scan, Task::exclusive_scan, Task::segmented_scan})
            for (const Scope scope : {Scope::block, Scope::device}) scanlab::test(task, scope, n, 50);
        scanlab::test(Task::wide_scan, Scope::device, n, 50);
        scanlab::test(Task::composition, Scope::device, n, 50);
        for (const Task task : {Task::compaction, Task::split})
            for (const int percent : {0, 10, 50, 100}) scanlab::test(task, Scope::device, n, percent);
    }
    return scanlab::failed == 0 ? 0 : 1;
}
