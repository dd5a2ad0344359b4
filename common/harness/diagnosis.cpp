#include "diagnosis.hpp"

#include "causes.hpp"
#include "host_array.hpp"

#include <algorithm>

namespace scanlab {
namespace {

/// Where in the input the k-th kept element (from 0) stands.
long long kept_from(std::span<const int> input, long long k) {
    const auto found = std::ranges::find_if(input, [&](int value) { return value != 0 && k-- == 0; });
    return found - input.begin();
}

} // namespace

Owner owner_of(long long index, const Layout& layout) {
    const int place = static_cast<int>(index % layout.tile());
    int thread = 0;
    if (layout.items_per_thread <= 4) {
        thread = place / layout.items_per_thread;
    } else {
        const int per_warp = 32 * layout.items_per_thread;
        thread = place / per_warp * 32 + place % per_warp % 128 / 4;
    }
    return {index / layout.tile(), thread / 32, thread % 32, thread};
}

std::optional<Diagnosis> diagnose(const Evidence& evidence) {
    const long long n = count(evidence.expected);
    Diagnosis diagnosis;
    diagnosis.total = n;
    diagnosis.kept = evidence.kept;
    for (long long i = 0; i < n; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (evidence.got[at] == evidence.expected[at]) continue;
        if (!diagnosis.first_wrong) diagnosis.first_wrong = i;
        ++diagnosis.wrong;
    }
    const bool count_is_wrong = evidence.kept && *evidence.kept != n;
    if (!diagnosis.first_wrong && !count_is_wrong) return std::nullopt;

    const bool compaction = evidence.task == Task::compaction;
    if (diagnosis.first_wrong) {
        const long long first = *diagnosis.first_wrong;
        diagnosis.owner =
            owner_of(compaction ? kept_from(evidence.input, first) : first, evidence.layout);
    }
    diagnosis.cause = compaction ? cause_of_wrong_compaction(evidence)
                                 : cause_of_wrong_scan(evidence, *diagnosis.first_wrong);
    return diagnosis;
}

} // namespace scanlab
