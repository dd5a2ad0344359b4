#include "record.hpp"

#include "check/call.hpp"
#include "errors.hpp"
#include "measure/cost.hpp"
#include "report.hpp"
#include "task/reference.hpp"
#include "task/task.hpp"

#include <nlohmann/json.hpp>

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

json elements(std::span<const int> output, Task task) {
    json values = json::array();
    for (long long i = 0; i < count(output) / traits(task).words; ++i)
        values.push_back(element(output, i, task));
    return values;
}

/// What the kernels have left, or null if the device has stopped working.
json output_values(const int* output, long long n, Task task) {
    HostArray values(n * traits(task).words);
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
        throw UsageError("--n {}: a picture has from 1 to {} elements", n, most_elements);
    const TaskTraits& task = traits(lesson.task);
    const InputArrays input = with_heads(task.picture_input(n, seed), lesson.task, seed);
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
    if (task.has_heads)
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
