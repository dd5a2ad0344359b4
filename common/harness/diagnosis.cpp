#include "diagnosis.hpp"

#include "causes.hpp"
#include "host_array.hpp"
#include "task.hpp"

#include <algorithm>

namespace scanlab {
namespace {

/// Where in the input the element stands that belongs at the output's k-th place.
long long moved_from(const Evidence& e, long long k) {
    const bool kept = k < e.expected_kept();
    if (!kept) k -= e.expected_kept();
    const auto found = std::ranges::find_if(
        e.input, [&](int value) { return is_kept(value, e.task) == kept && k-- == 0; });
    return found - e.input.begin();
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
    return std::ranges::count_if(input, [&](int value) { return is_kept(value, task); });
}

std::optional<Diagnosis> diagnose(const Evidence& evidence) {
    const long long n = evidence.elements();
    const bool moves = moves_elements(evidence.task);
    Diagnosis diagnosis;
    diagnosis.total = n;
    if (moves) {
        diagnosis.kept = evidence.kept;
        diagnosis.expected_kept = evidence.expected_kept();
    }
    for (long long i = 0; i < n; ++i) {
        if (element(evidence.got, i, evidence.task) == element(evidence.expected, i, evidence.task))
            continue;
        if (!diagnosis.first_wrong) diagnosis.first_wrong = i;
        ++diagnosis.wrong;
    }
    const bool count_is_wrong = moves && diagnosis.kept != diagnosis.expected_kept;
    if (!diagnosis.first_wrong && !count_is_wrong) return std::nullopt;

    if (diagnosis.first_wrong) {
        const long long first = *diagnosis.first_wrong;
        diagnosis.owner = owner_of(moves ? moved_from(evidence, first) : first, evidence.layout);
    }
    if (evidence.task == Task::compaction)
        diagnosis.cause = cause_of_wrong_compaction(evidence);
    else if (evidence.task == Task::split)
        diagnosis.cause = cause_of_wrong_split(evidence);
    else
        diagnosis.cause = cause_of_wrong_scan(evidence, *diagnosis.first_wrong);
    return diagnosis;
}

} // namespace scanlab
