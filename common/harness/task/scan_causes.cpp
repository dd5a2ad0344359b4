#include "scan_causes.hpp"

#include "causes.hpp"
#include "format.hpp"
#include "poison.hpp"
#include "reference.hpp"
#include "task.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace scanlab {
namespace {

class WrongScan;

/// What distinguishes the scans.
struct Kind {
    bool inclusive = true;
    bool sums_of_all = true; ///< whether each result is the sum of all elements of its reach, up to it
    long long nothing = 0;   ///< what a sum begins with
    /// A pattern that no other scan has.
    std::string (*own)(const WrongScan&) = nullptr;
};

/// A wrong scan, with the questions that its causes are told apart by.
class WrongScan {
public:
    WrongScan(const Evidence& evidence, const Kind& kind, long long first_wrong)
        : e_(evidence), kind_(kind), n_(count(evidence.input)), tile_(evidence.layout.tile()),
          first_(first_wrong) {}

    const Kind& kind() const { return kind_; }
    std::string nothing() const { return traits(e_.task).text(kind_.nothing); }
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
        return traits(e_.task).words == 1 ? static_cast<int>(static_cast<std::uint32_t>(sum)) : sum;
    }
    bool is_untouched(long long i) const {
        const auto is_filled_by = [&](int word) {
            const int twice[]{word, word};
            return got(i) == element(twice, 0, e_.task);
        };
        return is_filled_by(poison_word) || is_filled_by(fresh_word);
    }
    bool is_untouched_everywhere() const {
        return first_index(0, n_, [&](long long i) { return !is_untouched(i); }) == n_;
    }
    /// Whether the written elements are those that threads write who multiply where they should add.
    bool is_written_only_at_products() const {
        if (n_ < 2) return false;
        std::vector<bool> products(static_cast<std::size_t>(n_), false);
        const long long blocks = (n_ - 1) / tile_ + 1;
        for (long long block = 0; block < blocks; ++block)
            for (long long i = 0; block * i < n_ && i < e_.layout.block; ++i)
                products[static_cast<std::size_t>(block * i)] = true;
        return first_index(0, n_, [&](long long i) {
                   return !is_untouched(i) != products[static_cast<std::size_t>(i)];
               }) == n_;
    }

    /// Whether every element is as `predicted(i)` says.
    bool got_everywhere(const std::function<long long(long long)>& predicted) const {
        return first_index(0, n_, [&](long long i) { return got(i) != predicted(i); }) == n_;
    }
    /// Whether the result is a scan that starts again every `tile` elements: another task's, or this
    /// one's.
    bool is_scan(Task task, long long tile) const {
        HostArray other(n_ * traits(task).words);
        scan_plain(e_.input, other, task, tile, e_.heads);
        return got_everywhere([&](long long i) { return element(other, i, task); });
    }
    bool is_scan(long long tile) const { return is_scan(e_.task, tile); }
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
    const Kind& kind_;
    long long n_, tile_, first_;
};

std::string last_partial_tile(const WrongScan& s) {
    return fmt::format("the last tile, which has {} of {} elements", s.n() % s.tile(), s.tile());
}

bool only_in_last_partial_tile(const WrongScan& s) {
    return s.n() % s.tile() != 0 && s.n() > s.tile() && s.first_wrong() >= s.n() / s.tile() * s.tile();
}

// Each of these knows one pattern, and is empty if the result does not show it.

std::string never_written(const WrongScan& s) {
    if (!s.all_wrong([&](long long i) { return s.is_untouched(i); })) return {};
    if (s.is_untouched_everywhere())
        return fmt::format("Nothing was written to the output. It still holds {}.", filler_text);
    if (s.is_written_only_at_products())
        return "Only elements were written whose index is `blockIdx.x` times `threadIdx.x`. The index "
               "of a thread is `blockIdx.x * blockDim.x + threadIdx.x`.";
    const std::string text =
        fmt::format("The wrong elements were never written. They still hold {}.", filler_text);
    if (only_in_last_partial_tile(s))
        return fmt::format("{} All are in {}. Does every element have a thread?", text,
                           last_partial_tile(s));
    if (s.first_wrong() == s.tile())
        return text +
               " Only the first block's elements were written. Did you forget `blockIdx.x` in the "
               "index?";
    return text + " Does every element have a thread?";
}

std::string other_kind(const WrongScan& s) {
    const auto before = [&](long long i) {
        return i % s.reach() == 0 || s.head(i) ? s.kind().nothing : s.expected(i - 1);
    };
    if (s.kind().inclusive && s.got_everywhere(before)) {
        return "You computed the exclusive scan, but the task asks for the inclusive one. Add each "
               "element's own input.";
    }
    if (!s.kind().inclusive && s.is_scan(Task::inclusive_scan, s.reach())) {
        return "You computed the inclusive scan, but the task asks for the exclusive one. Leave out "
               "each element's own input.";
    }
    return {};
}

std::string heads_ignored(const WrongScan& s) {
    if (!s.is_scan(Task::inclusive_scan, s.reach())) return {};
    return "The sums run on over the heads of segments. Does the kernel look at the heads?";
}

std::string cut_to_32_bits(const WrongScan& s) {
    const bool is_signed =
        s.got_everywhere([&](long long i) { return static_cast<int>(s.expected(i)); });
    const bool is_unsigned =
        s.got_everywhere([&](long long i) { return static_cast<std::uint32_t>(s.expected(i)); });
    if (!is_signed && !is_unsigned) return {};
    return "The sums are right in their lower 32 bits only. Somewhere a 64-bit sum is stored in an "
           "`int`.";
}

std::string composed_backwards(const WrongScan& s) {
    long long factor = 1, term = 0;
    const auto predicted = [&](long long i) {
        if (i % s.reach() == 0) factor = 1, term = 0;
        term = (factor * (s.input(i) & 0xffff) + term) & 0xffff;
        factor = (factor * (s.input(i) >> 16 & 0xffff)) & 0xffff;
        return s.wrapped(factor << 16 | term);
    };
    if (!s.got_everywhere(predicted)) return {};
    return "The maps are composed in the wrong order. The one on the left has to be applied first.";
}

std::string nothing_added(const WrongScan& s) {
    if (!s.got_everywhere([&](long long i) { return s.input(i); })) return {};
    return "The output is the same as the input. Either nothing was added, or the sums ended up in "
           "another array.";
}

std::string sums_end_at_tiles(const WrongScan& s) {
    if (!s.block_scope() && s.is_scan(s.tile())) {
        return fmt::format(
            "Every tile of {} elements starts again from {}. The carry is missing, which is the sum of "
            "all tiles before.",
            s.tile(), s.nothing());
    }
    if (s.block_scope() && s.is_scan(std::max(s.n(), 1LL))) {
        return fmt::format(
            "The sums run on from tile to tile, but each tile of {} elements has to start from 0.",
            s.tile());
    }
    return {};
}

std::string sums_end_inside_tiles(const WrongScan& s) {
    const Layout& layout = s.layout();
    const long long warp = 32LL * layout.items_per_thread;
    if (warp < s.tile() && s.is_scan(warp)) {
        return fmt::format(
            "Every warp's {} elements start again from {}. The totals of the warps before are missing.",
            warp, s.nothing());
    }
    if (layout.items_per_thread > 1 && s.is_scan(layout.items_per_thread)) {
        return fmt::format(
            "Every thread's {} elements start again from {}. The totals of the threads before are "
            "missing.",
            layout.items_per_thread, s.nothing());
    }
    return {};
}

std::string stops_early(const WrongScan& s) {
    if (!s.kind().sums_of_all) return {};
    for (long long window = 2; window < std::min(s.reach(), s.n()); window *= 2) {
        long long sum = 0; // of the last `window` inputs
        const auto predicted = [&](long long i) {
            if (i % s.reach() == 0) sum = 0;
            const long long before = sum;
            sum += s.input(i);
            if (i % s.reach() >= window) sum -= s.input(i - window);
            return s.wrapped(s.kind().inclusive ? sum : before);
        };
        if (!s.got_everywhere(predicted)) continue;
        const std::string text = fmt::format("Each result is the sum of only {} inputs. ", window);
        const bool is_last_step = 2 * window >= std::min(s.reach(), s.n());
        return text +
               (is_last_step
                    ? fmt::format("The step with distance {} is missing, or its sums ended up in "
                                  "another array.",
                                  window)
                    : fmt::format("The distance doubles too few times: the step with distance {} "
                                  "is missing.",
                                  window));
    }
    return {};
}

/// A slip in the loop of doubling distances, in which each element adds its neighbour at a distance.
struct Slip {
    long long reads = 0;        ///< elements to the right of the neighbour that is meant
    long long leaves_out = 0;   ///< elements at the beginning whose neighbour exists, but is not added
    bool shifts_always = false; ///< the exclusive scan's shift in every step, not only in the first
    const char* cause;
};
constexpr Slip slips[]{
    {.leaves_out = 1,
     .cause =
         "In each step one element adds nothing, although it has a left neighbour at that distance: "
         "that neighbour is element 0. The condition has to be `>=`, not `>`."},
    {.reads = 1,
     .cause = "Each element adds the neighbour that is one place too close. Check the index: the "
              "neighbour at distance d is element `i - d`."},
    {.reads = -1,
     .cause = "Each element adds the neighbour that is one place too far away. Check the index: the "
              "neighbour at distance d is element `i - d`."},
    {.shifts_always = true,
     .cause =
         "Every step moves the elements one place to the right. Only the first step should, because "
         "its result is already exclusive."},
};

/// The sums of such a loop, tile by tile or over the whole array.
std::vector<long long> doubled(const WrongScan& s, const Slip& slip) {
    std::vector<long long> sums(static_cast<std::size_t>(s.n())), before;
    for (long long i = 0; i < s.n(); ++i) sums[static_cast<std::size_t>(i)] = s.input(i);
    const long long longest = std::min(s.reach(), s.n());
    for (long long distance = 1; distance < longest; distance *= 2) {
        const bool is_shifted = !s.kind().inclusive && (distance == 1 || slip.shifts_always);
        before = sums;
        for (long long i = 0; i < s.n(); ++i) {
            const long long begin = i - i % s.reach();
            const auto from = [&](long long k) {
                return k < begin || k >= s.n() ? 0 : before[static_cast<std::size_t>(k)];
            };
            const long long own = i - is_shifted, left = own - distance;
            const bool adds = left - begin >= slip.leaves_out;
            sums[static_cast<std::size_t>(i)] = from(own) + (adds ? from(left + slip.reads) : 0);
        }
    }
    return sums;
}

std::string slips_in_a_step(const WrongScan& s) {
    if (!s.kind().sums_of_all) return {};
    for (const Slip& slip : slips) {
        const std::vector<long long> sums = doubled(s, slip);
        const auto predicted = [&](long long i) {
            return s.wrapped(sums[static_cast<std::size_t>(i)]);
        };
        if (s.got_everywhere(predicted)) return slip.cause;
    }
    return {};
}

std::string first_input_missing(const WrongScan& s) {
    if (!s.kind().sums_of_all || s.n() < 2 || s.input(0) == 0) return {};
    const long long begin = s.kind().inclusive ? 0 : 1;
    const bool everywhere = WrongScan::first_index(begin, std::min(s.reach(), s.n()), [&](long long i) {
                                return s.missing(i) != s.input(0);
                            }) == std::min(s.reach(), s.n());
    if (!everywhere) return {};
    return "The first input is missing in every sum. Does a condition leave out element 0?";
}

std::string all_off_alike(const WrongScan& s) {
    if (!s.kind().sums_of_all || s.n() < 2) return {};
    const long long missing = s.missing(0);
    const long long other =
        WrongScan::first_index(1, s.n(), [&](long long i) { return s.missing(i) != missing; });
    if (missing == 0 || other < s.n()) return {};
    return fmt::format("Every result is {} too {}. Does each sum start with 0?", std::abs(missing),
                       missing > 0 ? "small" : "large");
}

std::string carry_is_off(const WrongScan& s) {
    if (!s.kind().sums_of_all || s.block_scope() || s.first_wrong() < s.tile()) return {};
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
        which = "by exactly its own total, which was added once too often";
    return fmt::format(
        "The sums inside each tile are right, but the carry is not. Block {} is the first "
        "that is wrong, {}.",
        begin / s.tile(), which);
}

std::string warp_carry_is_off(const WrongScan& s) {
    const long long warp = 32LL * s.layout().items_per_thread;
    if (!s.kind().sums_of_all || warp >= s.tile()) return {};
    const bool constant = WrongScan::first_index(0, s.n(), [&](long long i) {
                              return i % warp != 0 && s.missing(i) != s.missing(i - 1);
                          }) == s.n();
    if (!constant) return {};
    return "The sums inside each warp are right, but the sum that is added for the warps before is "
           "not: "
           "each warp's elements are wrong by one same amount.";
}

std::string only_the_tail(const WrongScan& s) {
    if (!only_in_last_partial_tile(s)) return {};
    return fmt::format("Only the last tile is wrong, which has {} of {} elements. What do the threads "
                       "without an element do?",
                       s.n() % s.tile(), s.tile());
}

std::string all_blocks_but_the_first(const WrongScan& s) {
    if (s.first_wrong() < s.tile()) return {};
    for (long long begin = s.tile(); begin < s.n(); begin += s.tile()) {
        const long long end = std::min(s.n(), begin + s.tile());
        if (WrongScan::first_index(begin, end, [&](long long i) { return s.wrong(i); }) == end)
            return {};
    }
    return "Block 0 is right, and every other block is wrong. Did you forget `blockIdx.x` in an index, "
           "or the carry between tiles?";
}

std::string some_never_written(const WrongScan& s) {
    if (!s.is_untouched(s.first_wrong())) return {};
    return fmt::format(
        "The first wrong element was never written. It still holds {}. Does every element "
        "have a thread?",
        filler_text);
}

std::string cause_of(const Kind& kind, const Evidence& evidence, std::optional<long long> first_wrong) {
    const WrongScan scan(evidence, kind, first_wrong.value());
    // From the pattern that explains every element to the one that explains the least.
    for (const auto pattern :
         {never_written, other_kind, kind.own, nothing_added, sums_end_at_tiles, sums_end_inside_tiles,
          stops_early, slips_in_a_step, first_input_missing, all_off_alike, carry_is_off, only_the_tail,
          warp_carry_is_off, all_blocks_but_the_first, some_never_written}) {
        if (pattern == nullptr) continue;
        if (std::string cause = pattern(scan); !cause.empty()) return cause;
    }
    return {};
}

} // namespace

std::string cause_of_wrong_scan(const Evidence& evidence, std::optional<long long> first_wrong) {
    return cause_of({}, evidence, first_wrong);
}
std::string cause_of_wrong_exclusive_scan(const Evidence& evidence,
                                          std::optional<long long> first_wrong) {
    return cause_of({.inclusive = false}, evidence, first_wrong);
}
std::string cause_of_wrong_segmented_scan(const Evidence& evidence,
                                          std::optional<long long> first_wrong) {
    return cause_of({.sums_of_all = false, .own = heads_ignored}, evidence, first_wrong);
}
std::string cause_of_wrong_wide_scan(const Evidence& evidence, std::optional<long long> first_wrong) {
    return cause_of({.own = cut_to_32_bits}, evidence, first_wrong);
}
std::string cause_of_wrong_composition(const Evidence& evidence, std::optional<long long> first_wrong) {
    return cause_of({.sums_of_all = false, .nothing = 1 << 16, .own = composed_backwards}, evidence,
                    first_wrong);
}

} // namespace scanlab
