// Elements that are kept, in order, and those that are not.
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

constexpr auto not_zero = [](int value) { return is_kept(&value, 0, Kept::not_zero); };
constexpr auto even = [](int value) { return is_kept(&value, 0, Kept::even); };

/// The kept elements to the front of `kept`, the others, if wanted, to `others`; returns how many are
/// kept.
template <class Keep>
long long partition(std::span<const int> input, int* kept, int* others, Keep keep) {
    std::size_t count = 0;
    for (const int value : input) {
        if (keep(value))
            kept[count++] = value;
        else if (others)
            *others++ = value;
    }
    return static_cast<long long>(count);
}

/// The same with all threads: count, scan the counts, copy.
template <class Keep>
long long partition_parallel(std::span<const int> input, int* kept, int* others, Keep keep) {
    std::vector<long long> first(static_cast<std::size_t>(cpu_threads()) + 1, 0);
    const auto first_of = [&](int chunk) -> long long& {
        return first[static_cast<std::size_t>(chunk)];
    };
    const long long n = count(input);
    const long long stride = cached_piece * cpu_threads();
    for (long long start = 0; start < n; start += stride) {
        const auto in = part(input, start, std::min(n, start + stride));
        for_each_chunk(count(in), [&](int chunk, long long begin, long long end) {
            first_of(chunk + 1) = std::ranges::count_if(part(in, begin, end), keep);
        });
        std::inclusive_scan(first.begin(), first.end(), first.begin());
        for_each_chunk(count(in), [&](int chunk, long long begin, long long end) {
            int* const rest = others ? others + (start + begin - first_of(chunk)) : nullptr;
            partition(part(in, begin, end), kept + first_of(chunk), rest, keep);
        });
        first.front() = first.back(); // where the next piece's elements go
    }
    return first.back();
}

long long plain_compaction(const CpuWork& work, std::span<int> output) {
    return partition(work.input.values, output.data(), nullptr, not_zero);
}
long long parallel_compaction(const CpuWork& work, std::span<int> output) {
    return partition_parallel(work.input.values, output.data(), nullptr, not_zero);
}

long long plain_split(const CpuWork& work, std::span<int> output) {
    const auto kept = std::ranges::count_if(work.input.values, even);
    return partition(work.input.values, output.data(), output.data() + kept, even);
}

long long parallel_split(const CpuWork& work, std::span<int> output) {
    const auto input = work.input.values;
    // Where the odd ones go is known only when all even ones are counted: a pass of its own.
    std::vector<long long> counts(static_cast<std::size_t>(cpu_threads()));
    for_each_chunk(count(input), [&](int chunk, long long begin, long long end) {
        counts[static_cast<std::size_t>(chunk)] = std::ranges::count_if(part(input, begin, end), even);
    });
    const long long kept = std::accumulate(counts.begin(), counts.end(), 0LL);
    return partition_parallel(input, output.data(), output.data() + kept, even);
}

/// What is known of the places of elements if their count is right; empty if all were written.
std::string cause_of_poison(std::span<const int> got) {
    if (is_untouched(got)) {
        return fmt::format("The count is right, but nothing was written to the output. It still holds "
                           "{}.",
                           filler_text);
    }
    if (!has_gaps(got)) return {};
    return fmt::format(
        "The output has gaps: elements went to wrong places, or nowhere. The gaps still hold "
        "{}.",
        filler_text);
}

std::string cause_of_wrong_compaction(const Evidence& evidence, std::optional<long long>) {
    const long long n = count(evidence.input), expected_kept = count(evidence.expected);
    const long long kept = *evidence.kept;
    if (kept == never_counted)
        return "The number of kept elements was never written. `*kept` still holds the checker's "
               "filler value.";
    if (kept != expected_kept) {
        if (kept == 0) return "`*kept` says that nothing was kept.";
        if (kept == n) return "`*kept` says that everything was kept, zeros included.";
        const long long tile = evidence.layout.tile();
        const auto kept_in = [&](long long begin, long long end) {
            const auto from = evidence.input.begin();
            return end - begin - std::count(from + begin, from + end, 0);
        };
        if (n > tile && kept == kept_in(0, tile))
            return "`*kept` counts only the first block's elements.";
        if (n > tile && kept == kept_in((n - 1) / tile * tile, n)) {
            return "`*kept` counts only the last block's elements.";
        }
        return "The count is wrong.";
    }

    const auto got = evidence.got.first(evidence.expected.size());
    if (std::string cause = cause_of_poison(got); !cause.empty()) return cause;
    if (std::ranges::find(got, 0) != got.end()) return "There are zeros among the kept elements.";
    if (same_elements(got, evidence.expected)) {
        return "You kept the right elements, but changed their order. A compaction has to keep the "
               "input's order.";
    }
    return {};
}

std::string cause_of_wrong_split(const Evidence& evidence, std::optional<long long>) {
    const auto n = evidence.input.size();
    const auto evens = static_cast<std::size_t>(evidence.expected_kept());
    const auto got = evidence.got;
    if (*evidence.kept == never_counted)
        return "The number of even elements was never written. `*kept` still holds the checker's "
               "filler value.";
    if (*evidence.kept != evidence.expected_kept())
        return *evidence.kept == static_cast<long long>(n - evens)
                   ? "`*kept` counts the odd elements, and not the even ones."
                   : "The count is wrong.";
    if (std::string cause = cause_of_poison(got); !cause.empty()) return cause;
    if (std::ranges::equal(got, evidence.input))
        return "The output is the same as the input. No element was moved.";
    if (std::ranges::equal(got.first(n - evens), evidence.expected.subspan(evens)) &&
        std::ranges::equal(got.subspan(n - evens), evidence.expected.first(evens)))
        return "The odd elements are first, but the even ones should be.";
    if (same_elements(got.first(evens), evidence.expected.first(evens)) &&
        same_elements(got.subspan(evens), evidence.expected.subspan(evens)))
        return "Even and odd elements are separated, but you changed their order. The split has to "
               "keep the input's order.";
    return {};
}

constexpr InputKind compaction_kinds[]{InputKind::ones, InputKind::random, InputKind::zeros,
                                       InputKind::one_hot};

constexpr TaskTraits compaction_rows[]{
    {.task = Task::compaction,
     .name = "compaction",
     .sentence = "compaction {}",
     .elements = ElementKind::half_zeros,
     .kept = Kept::not_zero,
     .kept_are = "elements are not zero",
     .is_shortened = true,
     .kinds = compaction_kinds,
     .sweeps_kept = true,
     .picture_input = half_of_words,
     .plain = plain_compaction,
     .parallel = parallel_compaction,
     .source = source_of_kept,
     .cause = cause_of_wrong_compaction},
    {.task = Task::split,
     .name = "split",
     .sentence = "stable split by the lowest bit {}",
     .kept = Kept::even,
     .kept_are = "elements are even",
     .picture_input = random_words,
     .plain = plain_split,
     .parallel = parallel_split,
     .source = source_of_kept,
     .cause = cause_of_wrong_split},
};

} // namespace

Family compactions() { return compaction_rows; }

long long compact_by_scan(std::span<const int> input, std::span<int> output, std::span<int> positions) {
    const std::size_t n = input.size();
    for (std::size_t i = 0; i < n; ++i) positions[i] = not_zero(input[i]);
    scan_simd(positions, positions);
    for (std::size_t i = 0; i < n; ++i)
        if (not_zero(input[i])) output[static_cast<std::size_t>(positions[i] - 1)] = input[i];
    return n == 0 ? 0 : positions[n - 1];
}

} // namespace scanlab
