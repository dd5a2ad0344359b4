#include "diagnosis.hpp"

#include "task/rounding.hpp"
#include "task/task.hpp"

#include <bit>

namespace scanlab {

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

namespace {

/// Whether elements are right, asked from the first one on.
class Judge {
public:
    explicit Judge(const Evidence& evidence)
        : e_(evidence), is_rounded_(traits(evidence.task).is_rounded), bound_(evidence.additions) {}
    bool is_right(long long i) {
        const auto at = static_cast<std::size_t>(i);
        if (!is_rounded_) return element(e_.got, i, e_.task) == element(e_.expected, i, e_.task);
        bound_.add(std::bit_cast<float>(e_.input[at]));
        return bound_.allows(std::bit_cast<float>(e_.expected[at]), std::bit_cast<float>(e_.got[at]));
    }

private:
    const Evidence& e_;
    bool is_rounded_;
    RoundingBound bound_;
};

} // namespace

std::optional<Diagnosis> diagnose(const Evidence& evidence) {
    const TaskTraits& task = traits(evidence.task);
    const long long n = evidence.elements();
    const bool counts = task.counts_kept();
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
        diagnosis.owner = owner_of(task.source ? task.source(evidence, first) : first, evidence.layout);
    }
    if (task.cause) diagnosis.cause = task.cause(evidence, diagnosis.first_wrong);
    return diagnosis;
}

} // namespace scanlab
