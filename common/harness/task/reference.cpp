#include "reference.hpp"

#include "task.hpp"

#include <algorithm>

namespace scanlab {

HostArray reference_result(const Lesson& lesson, const Layout& layout, const Input& input) {
    const TaskTraits& task = traits(lesson.task);
    const long long n = count(input.values);
    HostArray result(n * task.words); // room for as many as there can be
    const CpuWork work{.input = input, .reach = reach_of(lesson, layout, n), .layout = layout};
    const long long kept = task.plain(work, result);
    result.truncate(task.words * (task.is_shortened ? kept : task.results(n)));
    return result;
}

long long reach_of(const Lesson& lesson, const Layout& layout, long long n) {
    return lesson.scope == Scope::block ? layout.tile() : std::max(n, 1LL);
}

long long compute_plain(Task task, std::span<const int> input, std::span<int> output) {
    return traits(task).plain({.input = {.values = input}}, output);
}

long long compute_parallel(Task task, std::span<const int> input, std::span<int> output) {
    return traits(task).parallel({.input = {.values = input}}, output);
}

void scan_plain(std::span<const int> input, std::span<int> output, Task task, long long tile,
                std::span<const int> heads) {
    traits(task).plain({.input = {.values = input, .heads = heads}, .reach = tile}, output);
}

void scan_parallel(std::span<const int> input, std::span<int> output, Task task, long long tile,
                   std::span<const int> heads) {
    traits(task).parallel({.input = {.values = input, .heads = heads}, .reach = tile}, output);
}

} // namespace scanlab
