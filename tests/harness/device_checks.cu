// The checks of results on a device: inputs are those that the host makes, right results pass, and each
// kind of wrong one is noticed.
//
// On the simulator, where the harness has no use for the kernels that it tests, this file takes them
// in.
#ifdef SCANLAB_SIMULATOR
#include "../../common/harness/check/device_checks.cu"
#else
#include "check/device_checks.hpp"
#endif

#include "check/call.hpp"
#include "format.hpp"
#include "task/poison.hpp"
#include "task/reference.hpp"
#include "task/task.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <string>

namespace scanlab {
namespace {

constexpr Layout layout{64, 1, Arrangement::blocked};
constexpr long long guard = 32;     ///< ints after a result
constexpr long long additions = 40; ///< that a scan of floats is said to have

/// Host copies of what a call has read and written, to be changed and checked again.
struct Example {
    Recipe recipe;
    Scope scope;
    HostArray input, heads, output; ///< the output with its guard
    long long kept = 0;

    Task task() const { return recipe.task; }
    long long n() const { return recipe.n; }
};

int failed = 0;

void expect(bool is_so, const Example& e, const std::string& what) {
    if (is_so) return;
    fmt::print("task {}, {}, n = {}: {}\n", name(e.task()), name(e.recipe.kind), e.n(), what);
    ++failed;
}

DeviceBuffer on_device(const void* values, std::size_t bytes) {
    DeviceBuffer buffer(bytes);
    require(cudaMemcpy(buffer.data(), values, bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
    return buffer;
}

void to_host(HostArray& array, const DeviceBuffer& buffer) {
    require(cudaMemcpy(array.data(), buffer.data(), array.bytes(), cudaMemcpyDeviceToHost),
            "cudaMemcpy");
}

bool same(const HostArray& a, const HostArray& b) {
    return std::equal(a.data(), a.data() + a.size(), b.data(), b.data() + b.size());
}

/// A right result for an input that the device has made.
Example make_example(const Recipe& recipe, Scope scope) {
    const InputArrays made = make_inputs(recipe);
    Example e{recipe, scope, HostArray(recipe.n), HostArray(made.heads.size()),
              HostArray(recipe.n * traits(recipe.task).words + guard)};
    const DeviceBuffer input(e.input.bytes()), heads(e.heads.bytes());
    make_on_device(recipe, reinterpret_cast<int*>(input.data()), reinterpret_cast<int*>(heads.data()),
                   nullptr);
    to_host(e.input, input);
    to_host(e.heads, heads);
    expect(same(e.input, made.values), e, "the device makes other elements than the host");
    expect(same(e.heads, made.heads), e, "the device makes other heads than the host");

    const Lesson lesson{.number = 0, .name = "", .title = "", .task = recipe.task, .scope = scope};
    const HostArray result = reference_result(lesson, layout, made);
    std::fill_n(e.output.data(), e.output.size(), poison_word);
    std::copy_n(result.data(), result.size(), e.output.data());
    for (long long i = 0; i < e.n(); ++i)
        e.kept += is_kept(e.input.data(), i, traits(recipe.task).kept);
    return e;
}

/// What the checks find wrong with it: its input, and its output.
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
                       .n = e.n(),
                       .workspace = nullptr,
                       .kept = reinterpret_cast<long long*>(kept.data()),
                       .stream = nullptr,
                       .heads = reinterpret_cast<const int*>(heads.data()),
                       .wide_output = reinterpret_cast<long long*>(output.data())};
    check_made(e.recipe, call, found);
    if (traits(e.task()).is_rounded) {
        const DeviceBuffer sums(static_cast<std::size_t>(chunks_of(e.n())) * sizeof(FloatsSummed));
        check_floats(call, additions, guard, reinterpret_cast<FloatsSummed*>(sums.data()), found);
    } else if (traits(e.task()).counts_kept()) {
        const DeviceBuffer ranks(static_cast<std::size_t>(ceil_div(e.n(), chunk)) * sizeof(long long));
        auto* const first = reinterpret_cast<long long*>(ranks.data());
        rank_chunks(traits(e.task()).kept, call.input, e.n(), first, Stream());
        check_moved(e.task(), call, first, guard, found);
    } else {
        check_scan(e.task(), call, e.scope == Scope::block ? layout.tile() : e.n(), guard, found);
    }
    require(cudaMemcpy(&verdict, on_gpu.data(), sizeof verdict, cudaMemcpyDeviceToHost), "cudaMemcpy");
    return verdict.wrong + (verdict.balance != 0);
}

/// Spoils an array in one way, looks whether that is noticed, and repairs it.
void expect_noticed(Example& e, HostArray& array, long long at, int value, const std::string& what) {
    const int right = std::exchange(array.data()[at], value);
    expect(wrong_elements(e) > 0, e, what + " goes unnoticed");
    array.data()[at] = right;
}

void test(InputKind kind, Task task, Scope scope, long long n) {
    Example e = make_example({kind, task, n, 7}, scope);
    expect(wrong_elements(e) == 0, e, "a right result is called wrong");
    const TaskTraits& row = traits(task);
    const long long written = row.words * (row.is_shortened ? e.kept : row.results(n)); // ints
    const int* const output = e.output.data();
    if (written > 0) {
        expect_noticed(e, e.output, 0, output[0] + 1, "a wrong first element");
        expect_noticed(e, e.output, written / 2, output[written / 2] + 1,
                       "a wrong element in the middle");
        expect_noticed(e, e.output, written - 1, output[written - 1] + 1, "a wrong last element");
        expect_noticed(e, e.output, written - 1, poison_word, "an element that was never written");
    }
    expect_noticed(e, e.output, written, 0, "an element written after the result");
    expect_noticed(e, e.input, n / 2, e.input.data()[n / 2] ^ 1, "a changed input");
    if (row.has_heads) expect_noticed(e, e.heads, n - 1, e.heads.data()[n - 1] ^ 1, "a changed head");
    if (!row.counts_kept()) return;
    ++e.kept;
    expect(wrong_elements(e) > 0, e, "a wrong number of kept elements goes unnoticed");
}

/// A sum of floats may be off, by as much as the host's bound says.
void test_floats(InputKind kind, long long n) {
    Example e = make_example({kind, Task::float_scan, n, 7}, Scope::device);
    expect(wrong_elements(e) == 0, e, "right sums of floats are called wrong");
    RoundingBound bound(additions);
    for (long long i = 0; i < n; ++i) {
        bound.add(std::bit_cast<float>(e.input.data()[i]));
        if (i % 601 != 0 && i != n - 1) continue;
        const int right = e.output.data()[i];
        for (const double share : {.5, .99, 1.5, 100.}) {
            const auto sum = std::bit_cast<float>(right);
            const auto other = static_cast<float>(sum + share * bound.error());
            e.output.data()[i] = std::bit_cast<int>(other);
            expect((wrong_elements(e) == 0) == bound.allows(sum, other), e,
                   fmt::format("sum {}, off by {} of its bound, is judged otherwise than by the host",
                               i, share));
        }
        expect_noticed(e, e.output, i, right ^ 1 << 30, "a sum of another size");
        expect_noticed(e, e.output, i, poison_word, "a sum that was never written");
        e.output.data()[i] = right;
    }
    expect_noticed(e, e.output, n, 0, "an element written after the sums");
    expect_noticed(e, e.input, n / 2, e.input.data()[n / 2] ^ 1, "a changed float");
}

} // namespace
} // namespace scanlab

int main() {
    using scanlab::InputKind, scanlab::Scope;
    for (const long long n : {1LL, 33LL, 1024LL, 2500LL}) {
        for (const InputKind kind : {InputKind::ones, InputKind::random, InputKind::large,
                                     InputKind::zeros, InputKind::one_hot}) {
            for (const scanlab::TaskTraits* task : scanlab::all_tasks()) {
                if (task->only_on_host || task->is_rounded) continue;
                scanlab::test(kind, task->task, Scope::device, n);
                if (!task->moves_elements()) scanlab::test(kind, task->task, Scope::block, n);
            }
            scanlab::test_floats(kind, n);
        }
    }
    return scanlab::failed == 0 ? 0 : 1;
}
