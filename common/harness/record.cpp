#include "record.hpp"

#include "call.hpp"
#include "cost.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "report.hpp"
#include "task.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>
#include <set>

#ifdef SCANLAB_SIMULATOR
#include <scanlab_sim/recording.hpp>
#endif

namespace scanlab {

int block_for_picture(const Lesson& lesson, const std::vector<Variant>& variants, long long n) {
    const long long most_tiles = lesson.scope == Scope::block ? 1 : 4;
    for (const Variant& v : variants)
        if (ceil_div(n, layout_of(v).tile()) <= most_tiles) return v.block;
    return variants.back().block;
}

#ifdef SCANLAB_SIMULATOR
namespace {

using nlohmann::json;

constexpr long long most_elements = 256;

/// Elements whose runs all have different sums: the gaps of a Golomb ruler, found at random.
HostArray telling_input(long long n, std::uint64_t seed) {
    constexpr int largest = 1 << 20; // 256 of them do not overflow the 30 bits that some kernels have
    std::mt19937_64 random(seed);
    std::set<long long> sums;
    HostArray input(n);
    for (long long i = 0; i < n;) {
        const auto candidate = static_cast<int>(1 + random() % largest);
        std::vector<long long> new_sums{candidate};
        for (long long k = i - 1; k >= 0; --k) new_sums.push_back(new_sums.back() + input.data()[k]);
        if (std::ranges::any_of(new_sums, [&](long long sum) { return sums.contains(sum); })) continue;
        sums.insert(new_sums.begin(), new_sums.end());
        input.data()[i++] = candidate;
    }
    return input;
}

/// For a compaction, half of them are to be dropped, in no regular order.
void drop_half(HostArray& input, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (int& element : std::span<int>(input))
        if (random() % 2 == 0) element = 0;
}

json elements(std::span<const int> output, Task task) {
    json values = json::array();
    for (long long i = 0; i < count(output) / words(task); ++i)
        values.push_back(element(output, i, task));
    return values;
}

/// What the kernels have left, or null if the device has stopped working.
json output_values(const int* output, long long n, Task task) {
    HostArray values(n * words(task));
    if (cudaMemcpy(values.data(), output, values.bytes(), cudaMemcpyDeviceToHost) != cudaSuccess)
        return nullptr;
    return elements(values, task);
}

json address(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

} // namespace

bool record(const Lesson& lesson, const Variant& variant, long long n, std::uint64_t seed,
            std::uint64_t order, const std::filesystem::path& path) {
    if (n < 1 || n > most_elements)
        throw UsageError(fmt::format("--n {}: a picture has from 1 to {} elements", n, most_elements));
    InputArrays input = with_heads(telling_input(n, seed), lesson.task, seed);
    if (lesson.task == Task::compaction) drop_half(input.values, seed);
    const HostArray expected = reference_result(lesson, layout_of(variant), input);

    Call call(lesson, variant, input);
    const Problem problem = call.problem();
    set_order(order);
    sim::start_recording(path.string());
    call.launch();
    const bool is_right = !call.verify(expected);

    json description = to_json(lesson);
    description["block"] = variant.block;
    description["items_per_thread"] = variant.items_per_thread;
    description["input"] = {{"address", address(problem.input)},
                            {"values", std::span<const int>(input.values)}};
    description["output"] = {{"address", address(problem.output)},
                             {"values", output_values(problem.output, n, lesson.task)},
                             {"expected", elements(expected, lesson.task)}};
    if (lesson.task == Task::segmented_scan)
        description["heads"] = {{"address", address(problem.heads)},
                                {"values", std::span<const int>(input.heads)}};
    description["kept"] = {{"address", address(problem.kept)}};
    const std::string members = description.dump();
    sim::describe_recording(members.substr(1, members.size() - 2)); // without its braces
    return is_right;
}
#else
bool record(const Lesson&, const Variant&, long long, std::uint64_t, std::uint64_t,
            const std::filesystem::path&) {
    throw UsageError("--record: the simulator records, a GPU does not");
}
#endif

} // namespace scanlab
