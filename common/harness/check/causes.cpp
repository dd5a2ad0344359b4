#include "causes.hpp"

#include "format.hpp"
#include "task/host_array.hpp"
#include "task/poison.hpp"
#include "task/reference.hpp"
#include "task/rounding.hpp"
#include "task/task.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

namespace scanlab {
namespace {

/// A wrong scan, with the questions that its causes are told apart by.
class WrongScan {
public:
    WrongScan(const Evidence& evidence, long long first_wrong)
        : e_(evidence), n_(count(evidence.input)), tile_(evidence.layout.tile()), first_(first_wrong) {}

    Task task() const { return e_.task; }
    bool inclusive() const { return e_.task != Task::exclusive_scan; }
    /// Whether each result is the sum of all elements of its reach, up to it.
    bool sums_of_all() const { return e_.task != Task::segmented_scan && e_.task != Task::composition; }
    /// What a sum begins with.
    long long nothing() const { return e_.task == Task::composition ? 1 << 16 : 0; }
    bool block_scope() const { return e_.scope == Scope::block; }
    long long n() const { return n_; }
    long long tile() const { return tile_; }
    long long first_wrong() const { return first_; }
    const Layout& layout() const { return e_.layout; }
    /// How far one sum reaches.
    long long reach() const { return block_scope() ? tile_ : std::max(n_, 1LL); }

    long long got(long long i) const { return element(e_.got, i, e_.task); }
    long long expected(long long i) const { return element(e_.expected, i, e_.task); }
    long long input(long long i) const { return e_.input[static_cast<std::size_t>(i)]; }
    bool head(long long i) const {
        return !e_.heads.empty() && e_.heads[static_cast<std::size_t>(i)] != 0;
    }
    bool wrong(long long i) const { return got(i) != expected(i); }
    /// What is missing in output[i].
    long long missing(long long i) const { return wrapped(expected(i) - got(i)); }
    /// A sum of as many bits as the output has.
    long long wrapped(long long sum) const {
        return words(e_.task) == 1 ? static_cast<int>(static_cast<std::uint32_t>(sum)) : sum;
    }
    long long poison() const {
        constexpr int twice[]{poison_word, poison_word};
        return element(twice, 0, e_.task);
    }

    /// Whether every element is as `predicted(i)` says.
    bool got_everywhere(const std::function<long long(long long)>& predicted) const {
        return first_index(0, n_, [&](long long i) { return got(i) != predicted(i); }) == n_;
    }
    /// Whether the result is the scan of another kind, or one that starts again every `tile` elements.
    bool is_scan(Task task, long long tile) const {
        HostArray other(n_ * words(task));
        scan_plain(e_.input, other, task, tile, e_.heads);
        return got_everywhere([&](long long i) { return element(other, i, task); });
    }
    /// Whether wrong elements, and only they, meet a condition.
    bool all_wrong(const std::function<bool(long long)>& condition) const {
        return first_index(0, n_, [&](long long i) { return wrong(i) && !condition(i); }) == n_;
    }
    /// Sum of the inputs from `begin` to `end`.
    long long sum(long long begin, long long end) const {
        long long total = 0;
        for (long long i = begin; i < end; ++i) total += input(i);
        return wrapped(total);
    }
    static long long first_index(long long begin, long long end,
                                 const std::function<bool(long long)>& condition) {
        while (begin < end && !condition(begin)) ++begin;
        return begin;
    }

private:
    const Evidence& e_;
    long long n_, tile_, first_;
};

/// What *kept holds that nobody has written.
constexpr auto never_counted = static_cast<long long>(0x0101010101010101u * poison_byte);

/// Whether two arrays hold the same elements, in whatever order.
bool same_elements(std::span<const int> a, std::span<const int> b) {
    std::vector<int> sorted_a(a.begin(), a.end()), sorted_b(b.begin(), b.end());
    std::ranges::sort(sorted_a);
    std::ranges::sort(sorted_b);
    return sorted_a == sorted_b;
}

std::string last_partial_tile(const WrongScan& s) {
    return fmt::format("the last tile, which holds {} of {} elements", s.n() % s.tile(), s.tile());
}

bool only_in_last_partial_tile(const WrongScan& s) {
    return s.n() % s.tile() != 0 && s.n() > s.tile() && s.first_wrong() >= s.n() / s.tile() * s.tile();
}

// Each of these knows one pattern, and is empty if the result does not show it.

std::string never_written(const WrongScan& s) {
    if (!s.all_wrong([&](long long i) { return s.got(i) == s.poison(); })) return {};
    if (s.got_everywhere([&](long long) { return s.poison(); })) {
        return "Nothing was written: the output still holds the poison that was there before the call.";
    }
    const std::string text =
        "The wrong elements were never written: they still hold the poison from before the call.";
    if (only_in_last_partial_tile(s))
        return fmt::format("{} All are in {}.", text, last_partial_tile(s));
    if (s.first_wrong() == s.tile())
        return text + " Only the first block's were: does the index use blockIdx?";
    return text;
}

std::string other_kind(const WrongScan& s) {
    const auto before = [&](long long i) {
        return i % s.reach() == 0 || s.head(i) ? s.nothing() : s.expected(i - 1);
    };
    if (s.inclusive() && s.got_everywhere(before)) {
        return "This is the exclusive scan, but the inclusive one is asked for: each element's own "
               "input is missing.";
    }
    if (!s.inclusive() && s.is_scan(Task::inclusive_scan, s.reach())) {
        return "This is the inclusive scan, but the exclusive one is asked for: each element's own "
               "input is too much.";
    }
    return {};
}

std::string heads_ignored(const WrongScan& s) {
    if (s.task() != Task::segmented_scan || !s.is_scan(Task::inclusive_scan, s.reach())) return {};
    return "The sums run on over the heads of segments: the heads are not looked at.";
}

std::string cut_to_32_bits(const WrongScan& s) {
    if (s.task() != Task::wide_scan) return {};
    const bool is_signed =
        s.got_everywhere([&](long long i) { return static_cast<int>(s.expected(i)); });
    const bool is_unsigned =
        s.got_everywhere([&](long long i) { return static_cast<std::uint32_t>(s.expected(i)); });
    if (!is_signed && !is_unsigned) return {};
    return "The sums are right in their lower 32 bits only: somewhere a 64-bit sum is kept in an int.";
}

std::string composed_backwards(const WrongScan& s) {
    if (s.task() != Task::composition) return {};
    long long factor = 1, term = 0;
    const auto predicted = [&](long long i) {
        if (i % s.reach() == 0) factor = 1, term = 0;
        term = (factor * (s.input(i) & 0xffff) + term) & 0xffff;
        factor = (factor * (s.input(i) >> 16 & 0xffff)) & 0xffff;
        return s.wrapped(factor << 16 | term);
    };
    if (!s.got_everywhere(predicted)) return {};
    return "The maps are composed in the wrong order: the one on the left has to be applied first.";
}

std::string nothing_added(const WrongScan& s) {
    if (!s.got_everywhere([&](long long i) { return s.input(i); })) return {};
    return "The output equals the input: nothing was added.";
}

std::string sums_end_at_tiles(const WrongScan& s) {
    if (!s.block_scope() && s.is_scan(s.task(), s.tile())) {
        return fmt::format(
            "Every tile of {} elements starts again from {}: the carry, the sum of all tiles before, "
            "is not added.",
            s.tile(), text_of(s.nothing(), s.task()));
    }
    if (s.block_scope() && s.is_scan(s.task(), std::max(s.n(), 1LL))) {
        return fmt::format(
            "The sums run on from tile to tile; each tile of {} elements has to start from 0.",
            s.tile());
    }
    return {};
}

std::string sums_end_inside_tiles(const WrongScan& s) {
    const Layout& layout = s.layout();
    const long long warp = 32LL * layout.items_per_thread;
    if (warp < s.tile() && s.is_scan(s.task(), warp)) {
        return fmt::format(
            "Every warp's {} elements start again from {}: the totals of the warps before are not "
            "added.",
            warp, text_of(s.nothing(), s.task()));
    }
    if (layout.items_per_thread > 1 && s.is_scan(s.task(), layout.items_per_thread)) {
        return fmt::format(
            "Every thread's {} elements start again from {}: the totals of the threads before are "
            "not added.",
            layout.items_per_thread, text_of(s.nothing(), s.task()));
    }
    return {};
}

std::string stops_early(const WrongScan& s) {
    if (!s.sums_of_all()) return {};
    for (long long window = 2; window < std::min(s.reach(), s.n()); window *= 2) {
        long long sum = 0; // of the last `window` inputs
        const auto predicted = [&](long long i) {
            if (i % s.reach() == 0) sum = 0;
            const long long before = sum;
            sum += s.input(i);
            if (i % s.reach() >= window) sum -= s.input(i - window);
            return s.wrapped(s.inclusive() ? sum : before);
        };
        if (s.got_everywhere(predicted)) {
            return fmt::format(
                "Each element sums only {} inputs: the doubling of the stride stops too early, "
                "before it reaches {}.",
                window, window);
        }
    }
    return {};
}

std::string carry_is_off(const WrongScan& s) {
    if (!s.sums_of_all() || s.block_scope() || s.first_wrong() < s.tile()) return {};
    // Within a tile, a wrong carry makes every element wrong by the same.
    const bool constant = WrongScan::first_index(s.tile(), s.n(), [&](long long i) {
                              return i % s.tile() != 0 && s.missing(i) != s.missing(i - 1);
                          }) == s.n();
    if (!constant) return {};
    const long long begin = s.first_wrong() / s.tile() * s.tile();
    const long long missing = s.missing(begin);
    std::string which = "by the same amount throughout each tile";
    if (missing == s.sum(0, begin))
        which = "by exactly the sum of all tiles before";
    else if (missing == s.sum(begin - s.tile(), begin))
        which = "by exactly the total of the tile before";
    else if (s.wrapped(-missing) == s.sum(begin, std::min(s.n(), begin + s.tile())))
        which = "by exactly its own total, too much";
    return fmt::format(
        "Block {} is the first to be off, {}: the sums inside the tiles are right, the carry into "
        "the tile is not.",
        begin / s.tile(), which);
}

std::string warp_carry_is_off(const WrongScan& s) {
    const long long warp = 32LL * s.layout().items_per_thread;
    if (!s.sums_of_all() || warp >= s.tile()) return {};
    const bool constant = WrongScan::first_index(0, s.n(), [&](long long i) {
                              return i % warp != 0 && s.missing(i) != s.missing(i - 1);
                          }) == s.n();
    if (!constant) return {};
    return "Each warp's elements are off by one same amount: the sums inside the warps are right, but "
           "not what is "
           "added for the warps before.";
}

std::string only_the_tail(const WrongScan& s) {
    if (!only_in_last_partial_tile(s)) return {};
    return fmt::format("Only {}, is wrong: what do threads do whose element does not exist?",
                       last_partial_tile(s));
}

std::string all_blocks_but_the_first(const WrongScan& s) {
    if (s.first_wrong() < s.tile()) return {};
    for (long long begin = s.tile(); begin < s.n(); begin += s.tile()) {
        const long long end = std::min(s.n(), begin + s.tile());
        if (WrongScan::first_index(begin, end, [&](long long i) { return s.wrong(i); }) == end)
            return {};
    }
    return "Block 0 is right and every block after it is wrong: is blockIdx missing from an index, or "
           "the carry?";
}

std::string some_never_written(const WrongScan& s) {
    if (s.got(s.first_wrong()) != s.poison()) return {};
    return "The first wrong element was never written: it still holds the poison from before the call.";
}

std::string cause_of_wrong_compaction(const Evidence& evidence) {
    const long long n = count(evidence.input), expected_kept = count(evidence.expected);
    const long long kept = *evidence.kept;
    if (kept == never_counted)
        return "The number of kept elements was never written: *kept still holds poison.";
    if (kept != expected_kept) {
        if (kept == 0) return "By its count, nothing was kept.";
        if (kept == n) return "By its count, everything was kept, zeros included.";
        const long long tile = evidence.layout.tile();
        const auto kept_in = [&](long long begin, long long end) {
            const auto from = evidence.input.begin();
            return end - begin - std::count(from + begin, from + end, 0);
        };
        if (n > tile && kept == kept_in(0, tile))
            return "Only the first block's elements were counted.";
        if (n > tile && kept == kept_in((n - 1) / tile * tile, n)) {
            return "Only the last block's elements were counted.";
        }
        return "The count is wrong.";
    }

    const auto got = evidence.got.first(evidence.expected.size());
    if (std::ranges::all_of(got, [](int v) { return v == poison_word; })) {
        return "The count is right, but nothing was written: the output still holds the poison from "
               "before the call.";
    }
    if (std::ranges::find(got, poison_word) != got.end()) {
        return "The output has gaps that still hold the poison from before the call: elements went to "
               "wrong places.";
    }
    if (std::ranges::find(got, 0) != got.end()) return "There are zeros among the kept elements.";
    if (same_elements(got, evidence.expected)) {
        return "The right elements were kept, but not in their order: a compaction has to be stable.";
    }
    return {};
}

std::string cause_of_wrong_split(const Evidence& evidence) {
    const auto n = evidence.input.size();
    const auto even = static_cast<std::size_t>(evidence.expected_kept());
    const auto got = evidence.got;
    if (*evidence.kept == never_counted)
        return "The number of even elements was never written: *kept still holds poison.";
    if (*evidence.kept != evidence.expected_kept())
        return *evidence.kept == static_cast<long long>(n - even)
                   ? "By its count, the odd elements were counted, not the even ones."
                   : "The count is wrong.";
    if (std::ranges::all_of(got, [](int v) { return v == poison_word; })) {
        return "The count is right, but nothing was written: the output still holds the poison from "
               "before the call.";
    }
    if (std::ranges::find(got, poison_word) != got.end()) {
        return "The output has gaps that still hold the poison from before the call: elements went to "
               "wrong places.";
    }
    if (std::ranges::equal(got, evidence.input)) return "No element was moved.";
    if (std::ranges::equal(got.first(n - even), evidence.expected.subspan(even)) &&
        std::ranges::equal(got.subspan(n - even), evidence.expected.first(even)))
        return "The odd elements come first; the even ones should.";
    if (same_elements(got.first(even), evidence.expected.first(even)) &&
        same_elements(got.subspan(even), evidence.expected.subspan(even)))
        return "Even and odd elements are apart, but not in their order: the split has to be stable.";
    return {};
}

std::string cause_of_wrong_sort(const Evidence& evidence) {
    const auto got = evidence.got;
    if (std::ranges::all_of(got, [](int v) { return v == poison_word; }))
        return "Nothing was written: the output still holds the poison from before the call.";
    if (std::ranges::equal(got, evidence.input)) return "No element was moved.";
    if (!same_elements(got, evidence.expected))
        return "The output holds other elements than the input: some went to the same place, or to a "
               "wrong "
               "buffer.";
    if (std::ranges::is_sorted(got, {}, [](int v) { return static_cast<unsigned>(v); }))
        return "The elements are sorted as if they had no sign: negative ones come last.";
    const auto low_half = [](int v) { return v & 0xffff; };
    if (std::ranges::is_sorted(got, {}, low_half))
        return "The elements are sorted by their lower 16 bits only: passes are missing.";
    return "The elements are the right ones, but not in order. A pass that is not stable undoes what "
           "the "
           "passes before it have done.";
}

std::string cause_of_wrong_bins(const Evidence& evidence) {
    const auto got = evidence.got;
    const auto n = count(evidence.input);
    if (std::ranges::all_of(got, [](int v) { return v == poison_word; }))
        return "Nothing was written: the output still holds the poison from before the call.";
    if (std::ranges::find(got, poison_word) != got.end())
        return "The output has gaps that still hold the poison from before the call: indices went to "
               "wrong "
               "places.";
    if (same_elements(got, evidence.input))
        return "The output holds the elements; what is asked for are their indices.";
    if (std::ranges::any_of(got, [&](int index) { return index < 0 || index >= n; }))
        return "The output holds numbers that are no index of the input.";
    const auto bin = [&](int index) { return bin_of(evidence.input[static_cast<std::size_t>(index)]); };
    if (!same_elements(got, evidence.expected))
        return "Some indices are missing, and others are there twice.";
    if (std::ranges::is_sorted(got, {}, bin))
        return "Each element is in its bin, but not in order there: the bins have to be stable.";
    return {};
}

std::string cause_of_wrong_run_lengths(const Evidence& evidence) {
    if (*evidence.kept == never_counted)
        return "The number of runs was never written: *kept still holds poison.";
    if (*evidence.kept != evidence.expected_kept())
        return *evidence.kept == evidence.expected_kept() - 1
                   ? "By its count, one run is missing: the first or the last?"
                   : "The count is wrong.";
    const auto got = evidence.got.first(evidence.expected.size());
    if (std::ranges::all_of(got, [](int v) { return v == poison_word; }))
        return "The count is right, but nothing was written: the output still holds the poison from "
               "before the call.";
    bool values_are_right = true;
    for (std::size_t i = 0; i < got.size(); i += 2)
        values_are_right = values_are_right && got[i] == evidence.expected[i];
    return values_are_right ? "The values are right; lengths are not." : "";
}

std::string cause_of_wrong_float_scan(const Evidence& evidence) {
    const auto got = evidence.got;
    if (std::ranges::find(got, poison_word) != got.end())
        return "Some results were never written: they still hold the poison from before the call.";
    const auto value = [](int bits) { return std::bit_cast<float>(bits); };
    if (std::ranges::any_of(got, [&](int bits) { return std::isnan(value(bits)); }))
        return "Some results are no numbers: the bits of something else were taken for a float's.";
    if (evidence.task != Task::fixed_order_scan) return {};
    HostArray sums(count(evidence.input));
    scan_plain(evidence.input, sums, Task::float_scan, std::max(count(evidence.input), 1LL), {});
    RoundingBound bound(count(evidence.input));
    for (std::size_t i = 0; i < got.size(); ++i) {
        bound.add(value(evidence.input[i]));
        if (!bound.allows(value(sums.data()[i]), value(got[i]))) return {};
    }
    return "The sums are right but for rounding: they were added up in another order.";
}

} // namespace

std::string cause_of_wrong_scan(const Evidence& evidence, long long first_wrong) {
    if (is_of_floats(evidence.task)) return cause_of_wrong_float_scan(evidence);
    const WrongScan scan(evidence, first_wrong);
    // From the pattern that explains every element to the one that explains the least.
    for (const auto pattern :
         {never_written, other_kind, heads_ignored, cut_to_32_bits, composed_backwards, nothing_added,
          sums_end_at_tiles, sums_end_inside_tiles, stops_early, carry_is_off, only_the_tail,
          warp_carry_is_off, all_blocks_but_the_first, some_never_written}) {
        if (std::string cause = pattern(scan); !cause.empty()) return cause;
    }
    return {};
}

std::string cause_of_wrong_places(const Evidence& evidence) {
    switch (evidence.task) {
    case Task::compaction:
        return cause_of_wrong_compaction(evidence);
    case Task::split:
        return cause_of_wrong_split(evidence);
    case Task::sort:
        return cause_of_wrong_sort(evidence);
    case Task::bins:
        return cause_of_wrong_bins(evidence);
    default:
        return cause_of_wrong_run_lengths(evidence);
    }
}

} // namespace scanlab
