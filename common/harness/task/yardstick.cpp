// What the benchmark compares with.
#include "families.hpp"

#include <algorithm>

namespace scanlab {
namespace {

long long plain_copy(const CpuWork& work, std::span<int> output) {
    std::ranges::copy(work.input.values, output.begin());
    return count(work.input.values);
}

long long plain_pair_sums(const CpuWork& work, std::span<int> output) {
    const auto input = work.input.values;
    for (std::size_t pair = 0; pair < input.size() / 2; ++pair)
        output[pair] = static_cast<int>(static_cast<unsigned>(input[2 * pair]) +
                                        static_cast<unsigned>(input[2 * pair + 1]));
    return count(input);
}

constexpr TaskTraits yardstick_rows[]{
    {.task = Task::copy, .name = "copy", .sentence = "copy", .plain = plain_copy},
    {.task = Task::pair_sums,
     .name = "pair-sums",
     .sentence = "sums of pairs {}",
     .inputs_per_result = 2,
     .plain = plain_pair_sums},
};

} // namespace

Family yardsticks() { return yardstick_rows; }

} // namespace scanlab
