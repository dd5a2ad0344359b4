#include "record.hpp"

#include "check/call.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "measure/cost.hpp"
#include "report.hpp"
#include "task/reference.hpp"
#include "task/task.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>
#include <set>

#ifdef SCANLAB_SIMULATOR
#include <scanlab_sim/recording.hpp>
#endif

namespace scanlab {

int block_for_picture(const Lesson& lesson, std::span<const Variant> variants, long long n) {
    const long long most_tiles = lesson.scope == Scope::block ? 1 : 4;
    for (const Variant& v : variants)
        if (ceil_div(n, layout_of(v).tile()) <= most_tiles) return v.block;
    return variants.back().block;
}

#ifdef SCANLAB_SIMULATOR
namespace {

using nlohmann::json;

constexpr long long most_elements = 256;

/// A number names the inputs that it sums: element i counts a digit of its own, to the base 4, so every
/// word says how often each element is in it, up to three times. What is counted in is no 1, so that
/// indices and counts are no sums.
HostArray digits(long long n) {
    constexpr std::uint32_t unit = 0x9E3779B9; // odd: multiplying by it loses nothing modulo 2^32
    HostArray input(n);
    for (long long i = 0; i < n; ++i) input.data()[i] = static_cast<int>(unit << (2 * i));
    return input;
}

/// Too many for digits, or not to be added up: random words whose runs all have different sums.
HostArray random_words(long long n, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::set<std::uint32_t> sums;
    HostArray input(n);
    for (long long i = 0; i < n;) {
        std::vector<std::uint32_t> new_sums{static_cast<std::uint32_t>(random())};
        for (long long k = i - 1; k >= 0; --k)
            new_sums.push_back(new_sums.back() + static_cast<std::uint32_t>(input.data()[k]));
        if (std::ranges::any_of(new_sums, [&](auto sum) { return sums.contains(sum); })) continue;
        sums.insert(new_sums.begin(), new_sums.end());
        input.data()[i++] = static_cast<int>(new_sums.front());
    }
    return input;
}

/// To be sorted by their lowest four bits as well as by all: different ones, in no order. The rest of a
/// key only makes it a word that stands nowhere else.
HostArray keys_of_four_bits(long long n, std::uint64_t seed) {
    if (n > 16) throw UsageError(fmt::format("--n {}: a picture of a sort has from 1 to 16 keys", n));
    std::mt19937_64 random(seed);
    HostArray input(n);
    for (long long i = 0; i < n; ++i) input.data()[i] = static_cast<int>(i);
    std::ranges::shuffle(std::span<int>(input), random);
    for (int& key : std::span<int>(input))
        key = (key + 1) << 24 | static_cast<int>(random() % 0xFFFF) << 8 | key;
    return input;
}

HostArray telling_input(long long n, Task task, std::uint64_t seed) {
    constexpr long long most_digits = 16; // of two bits, in a word
    if (task == Task::sort) return keys_of_four_bits(n, seed);
    return n <= most_digits && !moves_elements(task) ? digits(n) : random_words(n, seed);
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

/// Where the pieces of an array are that is dealt to several devices.
json pieces(const Shares& shares) {
    json all = json::array();
    shares.each_piece([&](const Share& share, long long place, long long first, long long n) {
        all.push_back({{"first", first},
                       {"n", n},
                       {"input", address(share.input + place)},
                       {"output", address(share.output + place)}});
    });
    return all;
}

} // namespace

bool record(const Lesson& lesson, const Variant& variant, long long n, std::uint64_t seed,
            std::uint64_t order, const std::filesystem::path& path) {
    if (n < 1 || n > most_elements)
        throw UsageError(fmt::format("--n {}: a picture has from 1 to {} elements", n, most_elements));
    InputArrays input = with_heads(telling_input(n, lesson.task, seed), lesson.task, seed);
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
    if (call.shares()) description["pieces"] = pieces(*call.shares());
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
