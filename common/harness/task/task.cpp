#include "task.hpp"

#include "format.hpp"
#include "scanlab/enumerators.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace scanlab {
namespace {

constexpr std::array names{"inclusive-scan", "exclusive-scan",  "segmented-scan", "wide-scan",
                           "composition",    "compaction",      "split",          "sort",
                           "bins",           "run-lengths",     "copy",           "pair-sums",
                           "float-scan",     "fixed-order-scan"};
static_assert(names.size() == enumerators<Task>);

} // namespace

std::string_view name(Task task) { return names[static_cast<std::size_t>(task)]; }

std::optional<Task> task_named(std::string_view text) {
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == text) return static_cast<Task>(i);
    return std::nullopt;
}

long long element(std::span<const int> output, long long i, Task task) {
    const auto at = static_cast<std::size_t>(i);
    if (words(task) == 1) return output[at];
    const auto low = static_cast<std::uint32_t>(output[2 * at]);
    const auto high = static_cast<std::uint32_t>(output[2 * at + 1]);
    return static_cast<long long>(std::uint64_t{high} << 32 | low);
}

std::string text_of(long long value, Task task) {
    if (task == Task::composition)
        return fmt::format("{}x + {}", (value >> 16) & 0xffff, value & 0xffff);
    if (task == Task::run_lengths)
        return fmt::format("{} times {}", value >> 32, static_cast<std::int32_t>(value));
    if (is_of_floats(task))
        return fmt::format("{:.9g}", std::bit_cast<float>(static_cast<std::int32_t>(value)));
    return fmt::format("{}", value);
}

} // namespace scanlab
