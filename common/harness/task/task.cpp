#include "task.hpp"

#include "families.hpp"
#include "format.hpp"
#include "scanlab/enumerators.hpp"

#include <array>
#include <cstdint>

namespace scanlab {
namespace {

std::array<const TaskTraits*, enumerators<Task>> rows_of_families() {
    std::array<const TaskTraits*, enumerators<Task>> rows{};
    for (const auto family : families)
        for (const TaskTraits& row : family()) rows[static_cast<std::size_t>(row.task)] = &row;
    return rows;
}

} // namespace

std::span<const TaskTraits* const> all_tasks() {
    static const auto rows = rows_of_families();
    return rows;
}

const TaskTraits& traits(Task task) { return *all_tasks()[static_cast<std::size_t>(task)]; }

std::optional<Task> task_named(std::string_view text) {
    for (const TaskTraits* task : all_tasks())
        if (task->name == text) return task->task;
    return std::nullopt;
}

long long element(std::span<const int> output, long long i, Task task) {
    const auto at = static_cast<std::size_t>(i);
    if (traits(task).words == 1) return output[at];
    const auto low = static_cast<std::uint32_t>(output[2 * at]);
    const auto high = static_cast<std::uint32_t>(output[2 * at + 1]);
    return static_cast<long long>(std::uint64_t{high} << 32 | low);
}

std::string text_of_number(long long value) { return fmt::format("{}", value); }

long long Evidence::elements() const { return count(expected) / traits(task).words; }

long long Evidence::expected_kept() const {
    const TaskTraits& row = traits(task);
    if (row.is_shortened) return elements();
    long long all = 0;
    for (long long i = 0; i < count(input); ++i) all += is_kept(input.data(), i, row.kept);
    return all;
}

} // namespace scanlab
