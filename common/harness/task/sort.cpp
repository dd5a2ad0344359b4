// Elements in another order, and their indices.
#include "causes.hpp"
#include "families.hpp"
#include "parallel.hpp"
#include "reference.hpp"
#include "source.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace scanlab {
namespace {

long long plain_sort(const CpuWork& work, std::span<int> output) {
    std::ranges::copy(work.input.values, output.begin());
    std::ranges::stable_sort(output.first(work.input.values.size()));
    return count(work.input.values);
}

/// Each thread sorts a part, and parts are merged in pairs.
long long parallel_sort(const CpuWork& work, std::span<int> output) {
    const auto input = work.input.values;
    const int parts = cpu_threads();
    std::vector<long long> begins(static_cast<std::size_t>(parts) + 1, count(input));
    for_each_chunk(count(input), [&](int chunk, long long begin, long long end) {
        begins[static_cast<std::size_t>(chunk)] = begin;
        plain_sort({.input = {.values = part(input, begin, end)}},
                   output.subspan(static_cast<std::size_t>(begin)));
    });
    const auto at = [&](int chunk) {
        return output.begin() + begins[static_cast<std::size_t>(std::min(chunk, parts))];
    };
    for (int merged = 1; merged < parts; merged *= 2)
        for_each_chunk(count(input), [&](int chunk, long long, long long) {
            if (chunk % (2 * merged) == 0)
                std::inplace_merge(at(chunk), at(chunk + merged), at(chunk + 2 * merged));
        });
    return count(input);
}

long long plain_bins(const CpuWork& work, std::span<int> output) {
    const auto input = work.input.values;
    const auto indices = output.first(input.size());
    std::iota(indices.begin(), indices.end(), 0);
    std::ranges::stable_sort(indices, {},
                             [&](int index) { return bin_of(input[static_cast<std::size_t>(index)]); });
    return count(input);
}

long long source_of_sorted(const Evidence& evidence, long long k) {
    const int wanted = evidence.expected[static_cast<std::size_t>(k)];
    const auto first_equal =
        std::ranges::lower_bound(evidence.expected, wanted) - evidence.expected.begin();
    return nth_element(k - first_equal, [&](long long i) {
        return evidence.input[static_cast<std::size_t>(i)] == wanted;
    });
}

/// An output is the index of what belongs there.
long long source_of_index(const Evidence& evidence, long long k) {
    return evidence.expected[static_cast<std::size_t>(k)];
}

std::string cause_of_wrong_sort(const Evidence& evidence, std::optional<long long>) {
    const auto got = evidence.got;
    if (is_untouched(got))
        return fmt::format("Nothing was written to the output. It still holds {}.", filler_text);
    if (std::ranges::equal(got, evidence.input))
        return "The output is the same as the input. No element was moved.";
    if (!same_elements(got, evidence.expected))
        return "The output has other elements than the input. Some went to the same place, or to the "
               "wrong buffer.";
    if (std::ranges::is_sorted(got, {}, [](int v) { return static_cast<unsigned>(v); }))
        return "The elements are sorted as if they had no sign, so negative ones are last.";
    const auto low_half = [](int v) { return v & 0xffff; };
    if (std::ranges::is_sorted(got, {}, low_half))
        return "The elements are sorted by their lower 16 bits only. Passes are missing.";
    return "The elements are the right ones, but not in order. Is each pass stable? A pass that is not "
           "destroys the order of the passes before it.";
}

std::string cause_of_wrong_bins(const Evidence& evidence, std::optional<long long>) {
    const auto got = evidence.got;
    const auto n = count(evidence.input);
    if (is_untouched(got))
        return fmt::format("Nothing was written to the output. It still holds {}.", filler_text);
    if (has_gaps(got))
        return fmt::format(
            "The output has gaps: indices went to wrong places, or nowhere. The gaps still "
            "hold {}.",
            filler_text);
    if (same_elements(got, evidence.input))
        return "The output has the elements, but the task asks for their indices.";
    if (std::ranges::any_of(got, [&](int index) { return index < 0 || index >= n; }))
        return "The output has numbers that are not an index of the input.";
    const auto bin = [&](int index) { return bin_of(evidence.input[static_cast<std::size_t>(index)]); };
    if (!same_elements(got, evidence.expected))
        return "Some indices are missing, and others are there twice.";
    if (std::ranges::is_sorted(got, {}, bin))
        return "Each element is in its bin, but not in order there. The bins have to keep the input's "
               "order.";
    return {};
}

constexpr InputKind sort_kinds[]{InputKind::ones, InputKind::random, InputKind::large};

constexpr TaskTraits sort_rows[]{
    {.task = Task::sort,
     .name = "sort",
     .sentence = "sort {}",
     .many_passes = true,
     .kinds = sort_kinds,
     .measured_kind = InputKind::large,
     .picture_input = keys_of_four_bits,
     .plain = plain_sort,
     .parallel = parallel_sort,
     .source = source_of_sorted,
     .cause = cause_of_wrong_sort},
    {.task = Task::bins,
     .name = "bins",
     .sentence = "indices by bin {}",
     .kinds = sort_kinds,
     .picture_input = random_words,
     .plain = plain_bins,
     .source = source_of_index,
     .cause = cause_of_wrong_bins},
};

} // namespace

Family sorts() { return sort_rows; }

} // namespace scanlab
