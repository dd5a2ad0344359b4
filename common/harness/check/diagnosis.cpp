#include "diagnosis.hpp"

#include "causes.hpp"
#include "task/host_array.hpp"
#include "task/rounding.hpp"
#include "task/task.hpp"

#include <algorithm>
#include <bit>

namespace scanlab {
namespace {

/// Where in the input the element stands that belongs at the output's k-th place.
long long moved_from(const Evidence& e, long long k) {
    const auto nth = [&](long long rank, const auto& is_one) {
        long long i = 0;
        while (!is_one(i) || rank-- > 0) ++i;
        return i;
    };
    if (e.task == Task::sort || e.task == Task::bins) {
        const int wanted = e.expected[static_cast<std::size_t>(k)];
        if (e.task == Task::bins) return wanted; // an index
        const auto first_equal = std::ranges::lower_bound(e.expected, wanted) - e.expected.begin();
        return nth(k - first_equal,
                   [&](long long i) { return e.input[static_cast<std::size_t>(i)] == wanted; });
    }
    const bool kept = k < e.expected_kept();
    return nth(kept ? k : k - e.expected_kept(),
               [&](long long i) { return is_kept(e.input.data(), i, e.task) == kept; });
}

} // namespace

Owner owner_of(long long index, const Layout& layout) {
    const int place = static_cast<int>(index % layout.tile());
    const int items = layout.items_per_thread, per_warp = 32 * items;
    int thread = place / items;
    if (layout.arrangement == Arrangement::striped)
        thread = place % layout.block;
    else if (layout.arrangement == Arrangement::warp_striped)
        thread = place / per_warp * 32 + place % 32;
    else if (items > 4)
        thread = place / per_warp * 32 + place % per_warp % 128 / 4;
    return {index / layout.tile(), thread / 32, thread % 32, thread};
}

long long Evidence::elements() const { return count(expected) / words(task); }

long long Evidence::expected_kept() const {
    if (is_shortened(task)) return elements();
    return std::ranges::count_if(input, [](int value) { return is_kept(&value, 0, Task::split); });
}

namespace {

/// Whether elements are right, asked from the first one on.
class Judge {
public:
    explicit Judge(const Evidence& evidence) : e_(evidence), bound_(evidence.additions) {}
    bool is_right(long long i) {
        const auto at = static_cast<std::size_t>(i);
        if (e_.task != Task::float_scan)
            return element(e_.got, i, e_.task) == element(e_.expected, i, e_.task);
        bound_.add(std::bit_cast<float>(e_.input[at]));
        return bound_.allows(std::bit_cast<float>(e_.expected[at]), std::bit_cast<float>(e_.got[at]));
    }

private:
    const Evidence& e_;
    RoundingBound bound_;
};

} // namespace

std::optional<Diagnosis> diagnose(const Evidence& evidence) {
    const long long n = evidence.elements();
    const bool moves = moves_elements(evidence.task), counts = counts_kept(evidence.task);
    Diagnosis diagnosis;
    diagnosis.total = n;
    if (counts) {
        diagnosis.kept = evidence.kept;
        diagnosis.expected_kept = evidence.expected_kept();
    }
    Judge judge(evidence);
    for (long long i = 0; i < n; ++i) {
        if (judge.is_right(i)) continue;
        if (!diagnosis.first_wrong) diagnosis.first_wrong = i;
        ++diagnosis.wrong;
    }
    const bool count_is_wrong = counts && diagnosis.kept != diagnosis.expected_kept;
    if (!diagnosis.first_wrong && !count_is_wrong) return std::nullopt;

    if (diagnosis.first_wrong) {
        const long long first = *diagnosis.first_wrong;
        diagnosis.owner = owner_of(moves ? moved_from(evidence, first) : first, evidence.layout);
    }
    diagnosis.cause =
        moves ? cause_of_wrong_places(evidence) : cause_of_wrong_scan(evidence, *diagnosis.first_wrong);
    return diagnosis;
}

} // namespace scanlab
